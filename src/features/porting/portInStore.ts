/** Where numbers are asked for: one flow and its chosen files for each company, kept while the window is open. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { type PortDocumentKind, portDocumentKinds } from '#contract/porting/enums.ts';
import { keyOf, machine, type PortOrder } from '#machines/portIn/index.ts';
import type { App } from '../../api/app.ts';
import { withPlainErrors } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { registerStore } from '../../api/sessionStores.ts';

/** The flow of bringing numbers in. */
export type PortActor = ActorRefFrom<typeof machine>;

/** A company's flow, and the files that were chosen: a machine holds names alone. */
interface PortPlace {
  readonly actor: PortActor;
  readonly files: Map<PortDocumentKind, File>;
}

function send(app: App, companyId: number, { key, draft, numbers }: PortOrder, files: PortPlace['files']) {
  const chosen = portDocumentKinds.flatMap((field) => {
    const file = files.get(field);
    return file ? [{ field, file }] : [];
  });
  const { pin, targetDate, ...rest } = draft;
  const body = { ...rest, key, numbers: numbers.join('\n'), ...(pin.trim() ? { pin: pin.trim() } : {}), ...(targetDate ? { targetDate } : {}) };
  return app.api.call('porting.create', { companyId, body, files: chosen });
}

const readPort = (app: App, companyId: number, id: number) => app.api.call('porting.get', { companyId, params: { id } });

function begin(app: App, companyId: number): PortPlace {
  const files: PortPlace['files'] = new Map();
  const actor = createActor(
    machine.provide({
      actors: {
        checkNumbers: fromPromise(({ input }) => withPlainErrors(app.api.call('porting.check', { companyId, body: { numbers: input.numbers } }))),
        sendPort: fromPromise(({ input }) => withPlainErrors(send(app, companyId, input, files))),
        readPort: fromPromise(({ input }) => withPlainErrors(readPort(app, companyId, input.id))),
      },
      actions: {
        tellSubmitted: (_, { port }) => {
          files.clear();
          void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'ports') });
          if (port) app.notify({ tone: 'success', message: 'Port-in request submitted. Track its status in the list.' });
        },
      },
    }),
    { input: { key: crypto.randomUUID() } },
  );
  actor.start();
  return { actor, files };
}

/** The flows of all companies. */
interface PortDesk {
  of(companyId: number): PortPlace;
}

let made: { readonly app: App; readonly desk: PortDesk } | null = null;

/** The desk of this window; somebody else who signs in finds it empty. */
export function portInStore(app: App): PortDesk {
  if (made?.app === app) return made.desk;
  const places = new Map<number, PortPlace>();
  app.changes.subscribe((changes) => {
    for (const { kind, companyId, id } of changes) {
      const actor = places.get(companyId)?.actor;
      const context = actor?.getSnapshot().context;
      if (kind !== 'port-updated' || !actor || !context?.port || context.port.key !== keyOf(context) || context.port.id !== id) continue;
      readPort(app, companyId, id).then(
        (port) => actor.send({ type: 'port.progressed', port }),
        () => undefined,
      );
    }
  });
  const desk: PortDesk = {
    of(companyId) {
      const place = places.get(companyId) ?? begin(app, companyId);
      places.set(companyId, place);
      return place;
    },
  };
  registerStore('port-in requests', () => {
    for (const { actor } of places.values()) actor.stop();
    places.clear();
  });
  made = { app, desk };
  return desk;
}
