/** Flows of bulk attribute updates: one for each company, with its file and its rows, kept while the window is open. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { AttributeFileRow } from '#commands/bulkAttributes/types.ts';
import type { AttributeCheck } from '#contract/bulkAttributes/entities.ts';
import { templateFileName } from '#contract/bulkAttributes/texts.ts';
import type { CustomField } from '#contract/customFields/entities.ts';
import { machine, type UpdateScope } from '#machines/bulkAttributes/index.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { createStore } from '../../store/store.ts';
import { createSheetReader } from './reader.ts';
import { allRows, type UpdateView } from './view.ts';

/** The flow of an update. */
export type UpdateActor = ActorRefFrom<typeof machine>;

/** A field before choices were added to it. */
interface ExtendedField {
  readonly field: CustomField;
  readonly added: readonly string[];
}

/** A company’s flow, its file (a machine holds names alone), its rows and what is shown of them. */
interface UpdatePlace {
  readonly actor: UpdateActor;
  /** Keeps the file that is read next. */
  readonly keep: (file: File) => void;
  readonly view: ReturnType<typeof createStore<UpdateView>>;
  readonly rows: ReturnType<typeof createStore<readonly AttributeFileRow[]>>;
  /** Fields to which choices were added last. */
  readonly extended: () => readonly ExtendedField[];
}

/** The organization of a company. Throws where it has none. */
export function getOrganizationId(app: App, companyId: number): number {
  const id = app.get().companies.find((company) => company.id === companyId)?.organizationId ?? null;
  if (id === null) throw new Error('This company isn’t in an organization');
  return id;
}

/** Sets the choices of a field. */
export async function saveChoices(app: App, companyId: number, { id, entityType, choices }: CustomField, added: readonly string[]): Promise<void> {
  await app.api.call('customFields.update', {
    companyId,
    params: { type: entityType, id },
    body: {
      choices: [
        ...choices.map(({ description, ...choice }) => ({ ...choice, ...(description === null ? {} : { description }) })),
        ...added.map((value) => ({ value })),
      ],
    },
  });
}

/** Fields of the company and of its organization. */
async function listFields(app: App, companyId: number, scope: UpdateScope): Promise<CustomField[]> {
  const own = await app.api.call('customFields.list', { companyId, query: { companyId } });
  const organizationId = app.get().companies.find(({ id }) => id === companyId)?.organizationId ?? null;
  if (organizationId === null && scope === 'company') return own.data;
  const shared = await app.api.call('customFields.list', { companyId, query: { businessUnitId: getOrganizationId(app, companyId) } });
  return [...own.data, ...shared.data];
}

/** Adds the values of the rows that are no choices to their fields; answers what was added. */
async function addChoices(app: App, companyId: number, scope: UpdateScope, rows: readonly AttributeFileRow[]): Promise<ExtendedField[]> {
  const missing = rows.flatMap(({ isLeftOut, cells }) =>
    isLeftOut
      ? []
      : cells.flatMap(({ isUnknownChoice, attributeId, to }) => (isUnknownChoice && attributeId !== null && to !== null ? [{ attributeId, to }] : [])),
  );
  const fields = await listFields(app, companyId, scope);
  const extended: ExtendedField[] = [];
  for (const [attributeId, values] of Map.groupBy(missing, (each) => each.attributeId)) {
    const field = fields.find(({ id }) => id === attributeId);
    if (!field) throw new Error('A field with unknown choices belongs to another company. Switch to it to add them.');
    const added = [...new Map(values.map(({ to }) => [to.toLowerCase(), to])).values()];
    await saveChoices(app, companyId, field, added);
    extended.push({ field, added });
  }
  await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'customFields') });
  return extended;
}

/** The rows of a check, with those that were left out of the file before it. */
const mergeRows = (checked: AttributeCheck['rows'], before: readonly AttributeFileRow[]): AttributeFileRow[] =>
  [...checked.map((row) => ({ ...row, isLeftOut: false })), ...before.filter(({ isLeftOut }) => isLeftOut)].sort((one, other) => one.line - other.line);

function begin(app: App, companyId: number): UpdatePlace {
  let file: File | null = null;
  let reader: ReturnType<typeof createSheetReader> | null = null;
  let extended: readonly ExtendedField[] = [];
  const view = createStore(allRows);
  const rows = createStore<readonly AttributeFileRow[]>([]);
  const getReader = () => {
    if (!reader) throw new Error('Choose the file again');
    return reader;
  };
  const dropFile = () => {
    reader?.close();
    reader = null;
    rows.set([]);
    view.set(allRows);
  };
  const writeFile = async () => new File([await getReader().ask({ kind: 'write' })], templateFileName, { type: 'text/csv' });
  const check = async (scope: UpdateScope): Promise<AttributeCheck> => {
    const files = [await writeFile()];
    return scope === 'company'
      ? app.api.call('bulkAttributes.check', { companyId, body: {}, files })
      : app.api.call('bulkAttributes.checkOrganization', { params: { id: getOrganizationId(app, companyId) }, body: {}, files });
  };
  const actor = createActor(
    machine.provide({
      actors: {
        readFile: fromPromise(async () => {
          if (!file) throw new Error('Choose the file again');
          dropFile();
          reader = createSheetReader();
          await rejectWithPlainError(reader.ask({ kind: 'open', file, name: file.name }));
        }),
        checkFile: fromPromise(async ({ input: { scope } }) => {
          const { rows: checked, ...summary } = await rejectWithPlainError(check(scope));
          rows.set(mergeRows(checked, rows.get()));
          return summary;
        }),
        addChoices: fromPromise(async ({ input: { scope } }) => {
          extended = await rejectWithPlainError(addChoices(app, companyId, scope, rows.get()));
        }),
        applyFile: fromPromise(async ({ input: { scope, key, plan } }) => {
          const files = [await writeFile()];
          const body = { key, plan };
          return rejectWithPlainError(
            scope === 'company'
              ? app.api.call('bulkAttributes.apply', { companyId, body, files })
              : app.api.call('bulkAttributes.applyOrganization', { params: { id: getOrganizationId(app, companyId) }, body, files }),
          );
        }),
      },
      actions: {
        changeCell: (_, { line, place, value }) => void getReader().ask({ kind: 'change', line, place, value }),
        excludeRows: (_, { lines, isLeftOut }) => {
          void getReader().ask({ kind: 'exclude', lines, isLeftOut });
          const chosen = new Set(lines);
          rows.set(rows.get().map((row) => (chosen.has(row.line) ? { ...row, isLeftOut } : row)));
        },
        dropFile,
      },
    }),
    { input: { key: crypto.randomUUID() } },
  );
  // Stopped with the session of who began it: the file goes too.
  actor.subscribe({ complete: dropFile });
  return {
    actor,
    view,
    rows,
    extended: () => extended,
    keep: (chosen) => {
      file = chosen;
    },
  };
}

/** The flow of each company. */
export const updateStore = createFlowStore<number, UpdatePlace>({
  name: 'bulk attributes',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: begin,
});
