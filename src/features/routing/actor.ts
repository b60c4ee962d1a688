/** One open editor: its flow with the calls it makes. An editor outlives its pane while something in it is not saved. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { routes } from '#contract/index.ts';
import { numberMessages } from '#contract/numberMessages.ts';
import type { Routing } from '#contract/routing.ts';
import { isChanged, machine, type RoutingInput, type Wanted } from '#machines/routingEdit/index.ts';
import type { App } from '../../api/app.ts';
import { plainError } from '../../api/errors.ts';

export type RoutingActor = ActorRefFrom<typeof machine>;

const plainly = <T>(work: Promise<T>): Promise<T> =>
  work.catch((thrown: unknown) => {
    throw plainError(thrown);
  });

function createEditor(app: App, input: RoutingInput): RoutingActor {
  return createActor(
    machine.provide({
      actors: {
        loadRouting: fromPromise<Routing, RoutingInput>(({ input: { companyId, numberId } }) =>
          plainly(app.api.call(routes.routing.get, { companyId, params: { id: numberId } })),
        ),
        saveRouting: fromPromise<Routing, Wanted>(({ input: { companyId, numberId, routing } }) =>
          plainly(app.api.call(routes.routing.save, { companyId, params: { id: numberId }, body: routing })),
        ),
      },
      actions: { tellSaved: () => app.notify({ tone: 'success', message: numberMessages.numberUpdated }) },
    }),
    { input },
  );
}

const open = new Map<string, RoutingActor>();

/** The editor of a number; the same while it is open somewhere or holds changes. */
export function editorOf(app: App, input: RoutingInput): RoutingActor {
  const key = `${input.companyId}/${input.numberId}`;
  const known = open.get(key);
  if (known) return known;
  for (const [other, actor] of open) if (!isChanged(actor.getSnapshot().context)) open.delete(other);
  const made = createEditor(app, input);
  open.set(key, made);
  made.start();
  return made;
}

/** Tells open editors that somebody saved the routing of these numbers. */
export function tellEditors(companyId: number, numberIds: readonly number[]): void {
  for (const id of numberIds) open.get(`${companyId}/${id}`)?.send({ type: 'routing.changed' });
}
