/** Flows of imports: one for each company, with its file and what is shown of its rows, kept while the window is open. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { machine, type StageRequest } from '#machines/contactImport/index.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { createStore } from '../../store/store.ts';
import { allRows, type ImportView } from './data.ts';
import { createReader } from './reader.ts';

/** The flow of an import. */
export type ImportActor = ActorRefFrom<typeof machine>;

/** A company's flow, its file (a machine holds names alone), and what is shown of the rows. */
interface ImportPlace {
  readonly actor: ImportActor;
  /** Keeps the file that is read next. */
  readonly keep: (file: File) => void;
  readonly view: ReturnType<typeof createStore<ImportView>>;
}

/** Sends the rows of a file by parts, one after the other, and has them checked. */
function createStager(app: App, companyId: number, reader: () => ReturnType<typeof createReader>) {
  return async ({ key, file, mapping, group }: StageRequest, signal: AbortSignal, onSent: (rows: number) => void) => {
    const params = { key };
    const groupId = group?.id ?? null;
    await app.api.call('contactImports.create', {
      companyId,
      body: { key, fileName: file.slice(0, 255), ...(groupId === null ? {} : { group: groupId }) },
      signal,
    });
    let parts = 0;
    let from = 0;
    for (;;) {
      signal.throwIfAborted();
      const part = await reader().part(mapping, from);
      if (part.lines.length === 0) break;
      await app.api.call('contactImports.stage', {
        companyId,
        params: { ...params, part: parts },
        body: { columns: [...part.columns], lines: [...part.lines], rows: part.rows.map((row) => [...row]) },
        signal,
      });
      parts += 1;
      from = part.next;
      onSent(from);
    }
    return app.api.call('contactImports.check', { companyId, params, body: { parts, ...(groupId === null ? {} : { group: groupId }) }, signal });
  };
}

function begin(app: App, companyId: number): ImportPlace {
  let file: File | null = null;
  let reader: ReturnType<typeof createReader> | null = null;
  const getReader = () => {
    reader ??= createReader();
    return reader;
  };
  const closeReader = () => {
    reader?.close();
    reader = null;
  };
  const view = createStore(allRows);
  const stage = createStager(app, companyId, getReader);
  const getImport = (key: string) => app.api.call('contactImports.get', { companyId, params: { key } });
  const actor = createActor(
    machine.provide({
      actors: {
        readFile: fromPromise(async () => {
          if (!file) throw new Error('Choose the file again');
          closeReader();
          return getReader().open(file, file.name);
        }),
        stageRows: fromPromise(({ input, signal }) =>
          rejectWithPlainError(stage(input, signal, (rows) => actor.getSnapshot().status === 'active' && actor.send({ type: 'parts.sent', rows }))),
        ),
        // The parts are there: as many as the server has are kept.
        checkRows: fromPromise(({ input: { key, group } }) =>
          rejectWithPlainError(app.api.call('contactImports.check', { companyId, params: { key }, body: group === null ? {} : { group: group.id } })),
        ),
        fixRow: fromPromise(({ input: { key, line, field, value } }) =>
          rejectWithPlainError(app.api.call('contactImports.fix', { companyId, params: { key, line }, body: { field, value } }).then(() => getImport(key))),
        ),
        leaveOut: fromPromise(({ input: { key, lines, isLeftOut } }) =>
          rejectWithPlainError(app.api.call('contactImports.leaveOut', { companyId, params: { key }, body: { lines: [...lines], isLeftOut } })),
        ),
        confirmImport: fromPromise(({ input: { key, count } }) =>
          rejectWithPlainError(app.api.call('contactImports.confirm', { companyId, params: { key }, body: { count } })).then((batch) => {
            // Nothing is mapped anew any more: the file is not kept.
            closeReader();
            return batch;
          }),
        ),
        readImport: fromPromise(({ input: { key } }) => rejectWithPlainError(getImport(key))),
        readBatch: fromPromise(async ({ input: { batchId } }) => {
          const { batch } = await app.api.call('contacts.progress', { companyId, params: { batchId } });
          return { isFinished: batch === null || batch.finishedAt !== null };
        }),
      },
      actions: {
        discard: (_, { key, batchId }) => {
          closeReader();
          view.set(allRows);
          if (key !== '' && batchId === null) app.api.call('contactImports.discard', { companyId, params: { key } }).catch(() => undefined);
        },
        refreshRows: (_, { key }) => void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'contactImports', 'rows', key) }),
      },
    }),
    { input: { key: crypto.randomUUID() } },
  );
  // Stopped with the session of who began it: the file goes too.
  actor.subscribe({ complete: closeReader });
  return {
    actor,
    view,
    keep: (chosen) => {
      file = chosen;
    },
  };
}

/** The flow of each company. */
export const importStore = createFlowStore<number, ImportPlace>({
  name: 'imports',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: begin,
  onChange: (_app, { actor }, { kind, batch }) => {
    if (kind === 'batch-progress' && batch && batch.finishedAt !== null) actor.send({ type: 'batch.finished', batchId: batch.id });
  },
});
