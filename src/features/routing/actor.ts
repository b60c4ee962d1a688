/** One open editor: its flow with the calls it makes. An editor outlives its pane while something in it is not saved. */
import { type ActorRefFrom, createActor, fromPromise, waitFor } from 'xstate';
import type { ChangeResult } from '#commands/core/outcome.ts';
import { numberMessages } from '#contract/numbers/texts.ts';
import type { NumberTemplate } from '#contract/templates/entities.ts';
import { sortRoutes, toTemplateRoutes } from '#contract/templates/rules.ts';
import { isChanged, machine, type RoutingInput, type RoutingSaveInput, type RoutingValues, toRoutingValues } from '#machines/routingEdit/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { isOfKind } from '../../api/changeFeed.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { createFlowStore } from '../../store/flowStore.ts';

export type RoutingActor = ActorRefFrom<typeof machine>;

interface RoutingCalls {
  load(asked: RoutingInput): Promise<RoutingValues>;
  save(wanted: RoutingSaveInput): Promise<RoutingValues>;
  /** Said when it is saved. */
  readonly successMessage: string;
}

/** A routing as a change of its number: blanks are dropped on the wire, so a greeting goes by name (AMB-07). */
function toChanges(routing: RoutingValues) {
  const { greetingId, voicemailGreetingId, ...rest } = toRoutingValues(routing);
  const cleared = [...(greetingId === null ? (['greetingId'] as const) : []), ...(voicemailGreetingId === null ? (['voicemailGreetingId'] as const) : [])];
  return { ...rest, ...(greetingId === null ? {} : { greetingId }), ...(voicemailGreetingId === null ? {} : { voicemailGreetingId }), clear: cleared };
}

/** Calls of an editor to the server, for a number. */
const createNumberCalls = (app: App): RoutingCalls => ({
  load: async ({ companyId, id }) => toRoutingValues(await app.api.call('routing.get', { companyId, params: { id } })),
  save: async ({ companyId, id, routing }) => toRoutingValues(await app.api.call('numbers.update', { companyId, params: { id }, body: toChanges(routing) })),
  successMessage: numberMessages.numberUpdated,
});

/** Of a template: it is saved as a whole, under the name it was read with. */
function createTemplateCalls(app: App): RoutingCalls {
  let name = '';
  const read = ({ routes: byId, ...template }: NumberTemplate): RoutingValues => {
    name = template.name;
    return { ...template, routes: sortRoutes(byId) };
  };
  return {
    load: async ({ companyId, id }) => read(await app.api.call('templates.get', { companyId, params: { id } })),
    save: async ({ companyId, id, routing }) => {
      const { hours, greetingId, voicemailGreetingId, recordCalls, announceRecording, version } = routing;
      const body = { name, routes: toTemplateRoutes(routing.routes), hours, greetingId, voicemailGreetingId, recordCalls, announceRecording, version };
      return read(await app.api.call('templates.update', { companyId, params: { id }, body }));
    },
    successMessage: 'Template saved. Numbers that already use it don’t change.',
  };
}

/** An open editor: its flow, and saving as a command does. */
export interface RoutingEditor {
  readonly actor: RoutingActor;
  /** Saves what is edited; undone by what was saved before. A refusal is shown in the editor, and nothing is changed then. */
  save(): Promise<ChangeResult>;
}

function createEditor(app: App, input: RoutingInput): RoutingEditor {
  const calls = input.of === 'number' ? createNumberCalls(app) : createTemplateCalls(app);
  const actor = createActor(
    machine.provide({
      actors: {
        loadRouting: fromPromise<RoutingValues, RoutingInput>(({ input: routingInput }) => rejectWithPlainError(calls.load(routingInput))),
        saveRouting: fromPromise<RoutingValues, RoutingSaveInput>(({ input: wanted }) => rejectWithPlainError(calls.save(wanted))),
      },
    }),
    { input },
  );
  const save = async (): Promise<ChangeResult> => {
    const before = actor.getSnapshot().context.saved;
    actor.send({ type: 'routing.saved' });
    const { error, saved } = (await waitFor(actor, (now) => !isIn(now, 'saving'))).context;
    if (error || !before || !saved) return { changed: false };
    return {
      message: calls.successMessage,
      undo: {
        title: 'Save the routing',
        // Under the version that was saved: what somebody saved since is not written over.
        run: async () => {
          await calls.save({ ...input, routing: { ...before, version: saved.version } });
          notifyEditor(input);
        },
      },
    };
  };
  return { actor, save };
}

/** The editors of numbers and templates: one is kept while a pane shows it or it holds changes. */
export const routingEditors = createFlowStore<RoutingInput, RoutingEditor>({
  name: 'routing editors',
  getKey: ({ companyId, of, id }) => `${companyId}/${of}/${id}`,
  getCompanyId: ({ companyId }) => companyId,
  create: createEditor,
  isPersistent: ({ actor }) => isChanged(actor.getSnapshot().context),
  onChange: (_app, { actor }, change, { of, id }) => {
    const isOurs = change.id === undefined || change.id === id;
    if (isOurs && isOfKind(change, [of === 'number' ? 'number-updated' : 'template-updated'])) actor.send({ type: 'routing.changed' });
  },
});

/** Tells the open editor of a number or template that somebody saved it. */
function notifyEditor({ companyId, of, id }: RoutingInput): void {
  for (const { key, entry } of routingEditors.entries())
    if (key.companyId === companyId && key.of === of && key.id === id) entry.actor.send({ type: 'routing.changed' });
}
