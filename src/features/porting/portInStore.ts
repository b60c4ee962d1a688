/** Flows of port-in requests: one flow and its chosen files for each company, kept while the window is open. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { type PortDocumentKind, portDocumentKinds } from '#contract/porting/enums.ts';
import { getPortKey, machine, type PortOrder } from '#machines/portIn/index.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { createFlowStore } from '../../store/flowStore.ts';

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
        checkNumbers: fromPromise(({ input }) => rejectWithPlainError(app.api.call('porting.check', { companyId, body: { numbers: input.numbers } }))),
        sendPort: fromPromise(({ input }) => rejectWithPlainError(send(app, companyId, input, files))),
        readPort: fromPromise(({ input }) => rejectWithPlainError(readPort(app, companyId, input.id))),
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
  return { actor, files };
}

/** The flow of each company, and its chosen files. */
export const portInStore = createFlowStore<number, PortPlace>({
  name: 'port-in requests',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: begin,
  onChange: (app, { actor }, { kind, companyId, id }) => {
    const { context } = actor.getSnapshot();
    if (kind !== 'port-updated' || !context.port || context.port.key !== getPortKey(context) || context.port.id !== id) return;
    readPort(app, companyId, id).then(
      (port) => actor.send({ type: 'port.progressed', port }),
      () => undefined,
    );
  },
});
