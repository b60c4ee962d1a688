/** Imports of contacts over HTTP (spec 1.5, 1.7). */
import { sql } from 'kysely';
import { formatContactName } from '#contract/contacts/name.ts';
import type { routes } from '#contract/index.ts';
import { createBatch, readBatch, undoBatch } from '../../batches/batches.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { checkRows } from './check.ts';
import { getDraft, getImport, getRow, listRows, selectSaved } from './queries.ts';
import { dropPartsFrom, fixRow, leaveRowsOut, stageRows } from './staging.ts';

/** Imports of a company that are saved at once. */
const maxRunning = 3;

const type = 'contacts.import';

/** Refuses groups that are none of the company's, and saved filters. */
async function checkGroups(ids: readonly number[], field: string): Promise<void> {
  if (ids.length === 0) return;
  const rows = await currentTransaction()
    .selectFrom('contact_groups')
    .select(['id', 'name', 'filter'])
    .where('company_id', '=', companyId())
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .execute();
  for (const id of ids) {
    const group = rows.find((row) => row.id === id);
    if (!group) throw new AppError('invalid', { field, message: `Not found, or you don’t have access: ${id}` });
    if (group.filter !== null)
      throw new AppError('invalid', { field, message: `“${group.name}” is a saved filter. Contacts can’t be added to it or removed.` });
  }
}

interface NewImport {
  readonly key: string;
  readonly fileName: string;
  readonly groupId: number | null;
  readonly userId: number;
}

/** Makes an import; false when it is there. Refuses a key that is somebody else's. */
async function begin({ key, fileName, groupId, userId }: NewImport): Promise<boolean> {
  const made = await currentTransaction()
    .insertInto('contact_imports')
    .values({ id: key, company_id: companyId(), created_by: userId, file_name: fileName, group_id: groupId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return true;
  const same = await currentTransaction()
    .selectFrom('contact_imports')
    .select(['created_by', 'file_name'])
    .where('company_id', '=', companyId())
    .where('id', '=', key)
    .executeTakeFirst();
  if (same?.created_by !== userId || same.file_name !== fileName)
    throw new AppError('conflict', { field: 'key', message: 'Idempotency key already used for a different request' });
  return false;
}

/** Makes the batch that saves an import; its key is the import's. */
async function confirm({ jobs }: Pick<Services, 'jobs'>, key: string, count: number | null, userId: number) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact_imports ${companyId()}`}, 0))`.execute(currentTransaction());
  const { running } = await currentTransaction()
    .selectFrom('batches')
    .select((eb) => eb.fn.countAll<number>().as('running'))
    .where('company_id', '=', companyId())
    .where('type', '=', type)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (running >= maxRunning) throw new AppError('conflict', { message: 'Three imports are being saved. Try again when one is done.' });
  const batch = await createBatch(jobs, { key, type, createdBy: userId, params: { importId: key }, chosen: { rows: selectSaved(key), count } });
  await currentTransaction()
    .updateTable('contact_imports')
    .set({ batch_id: batch.batchId })
    .where('company_id', '=', companyId())
    .where('id', '=', key)
    .execute();
  recordChange({ kind: 'import-updated', key, actorId: userId });
  return batch;
}

const toId = (group: number | { readonly id: number } | undefined): number | null =>
  group === undefined ? null : typeof group === 'number' ? group : group.id;

/** The part of a call that saves at once. */
const onlyPart = 0;

const noRoom = 'The company has no room for more contacts';

export const handlers: Handlers<typeof routes.contactImports> = {
  save: async ({ body, authUser, services }) => {
    const { key } = body;
    const groups = body.contacts.map(({ group }) => toId(group));
    await checkGroups([...new Set(groups.filter((id) => id !== null))], 'contacts.group');
    if (!(await begin({ key, fileName: '', groupId: null, userId: authUser.userId }))) {
      const { staged } = await currentTransaction()
        .selectFrom('import_rows')
        .select((eb) => eb.fn.countAll<number>().as('staged'))
        .where('company_id', '=', companyId())
        .where('import_id', '=', key)
        .executeTakeFirstOrThrow();
      const batch = await readBatch(key);
      if (batch.batch === null || staged !== body.contacts.length)
        throw new AppError('conflict', { field: 'key', message: 'Idempotency key already used for a different request' });
      return batch;
    }
    await stageRows(
      key,
      onlyPart,
      body.contacts.map((contact, at) => {
        const { number, group: _, custom, ...fields } = contact;
        return { line: at + 1, number, values: { ...fields, ...custom, name: formatContactName(contact) }, groupId: groups[at] ?? null };
      }),
    );
    await checkRows(key);
    const wrong = await currentTransaction()
      .selectFrom('import_rows')
      .select(['line', 'problem', 'verdict'])
      .where('company_id', '=', companyId())
      .where('import_id', '=', key)
      .where('verdict', 'in', ['invalid', 'over_limit'])
      .orderBy('line')
      .executeTakeFirst();
    if (wrong)
      throw new AppError('invalid', {
        field: `contacts.${wrong.line - 1}${wrong.problem === null ? '.number' : ''}`,
        message: wrong.verdict === 'over_limit' ? noRoom : (wrong.problem ?? 'Invalid phone number. Use the format +1 212-555-0123.'),
      });
    await currentTransaction()
      .updateTable('contact_imports')
      .set({ checked_at: new Date() })
      .where('company_id', '=', companyId())
      .where('id', '=', key)
      .execute();
    return confirm(services, key, null, authUser.userId);
  },

  create: async ({ body, authUser }) => {
    const { key, fileName, group } = body;
    await checkGroups(group === undefined ? [] : [group], 'group');
    await begin({ key, fileName, groupId: group ?? null, userId: authUser.userId });
    await currentTransaction()
      .deleteFrom('contact_imports')
      .where('company_id', '=', companyId())
      .where('created_by', '=', authUser.userId)
      .where('batch_id', 'is', null)
      .where('id', '<>', key)
      .execute();
    return getImport(key);
  },

  get: ({ params }) => getImport(params.key),

  stage: async ({ params, body }) => {
    await getDraft(params.key);
    const { columns, lines, rows } = body;
    if (rows.length !== lines.length) throw new AppError('invalid', { field: 'rows', message: 'Send one line for each row' });
    const at = columns.indexOf('number');
    if (at < 0) throw new AppError('invalid', { field: 'columns', message: 'A column with the number is required' });
    await stageRows(
      params.key,
      params.part,
      rows.map((row, nth) => ({
        line: lines[nth] ?? 0,
        number: row[at] ?? '',
        values: Object.fromEntries(columns.flatMap((column, place) => (column === 'number' || row[place] === undefined ? [] : [[column, row[place]]]))),
      })),
    );
    return undefined;
  },

  check: async ({ params, body }) => {
    const draft = await getDraft(params.key);
    const group = body.group === undefined ? draft.group_id : body.group;
    await checkGroups(group === null ? [] : [group], 'group');
    if (body.parts !== undefined) await dropPartsFrom(params.key, body.parts);
    await currentTransaction()
      .updateTable('contact_imports')
      .set({ group_id: group, checked_at: new Date() })
      .where('company_id', '=', companyId())
      .where('id', '=', params.key)
      .execute();
    await checkRows(params.key);
    return getImport(params.key);
  },

  rows: ({ params, query }) => {
    const { page, per_page, show, q } = query;
    return listRows(params.key, { page, per_page, show, q });
  },

  fix: async ({ params, body }) => {
    await fixRow(params.key, params.line, body.field, body.value);
    return getRow(params.key, params.line);
  },

  leaveOut: async ({ params, body }) => {
    await leaveRowsOut(params.key, body.lines, body.isLeftOut);
    return getImport(params.key);
  },

  confirm: async ({ params, body, authUser, services }) => {
    const done = await currentTransaction()
      .selectFrom('contact_imports')
      .select(['batch_id', 'checked_at'])
      .where('company_id', '=', companyId())
      .where('id', '=', params.key)
      .forUpdate()
      .executeTakeFirst();
    if (!done) throw new AppError('not_found');
    if (done.batch_id !== null) return readBatch(done.batch_id);
    if (done.checked_at === null) throw new AppError('conflict', { message: 'Check the import first' });
    return confirm(services, params.key, body.count, authUser.userId);
  },

  undo: ({ params, authUser, membership, services }) => undoBatch(services.jobs, params.key, (found) => found === type, { authUser, membership }),

  discard: async ({ params }) => {
    await getDraft(params.key);
    await currentTransaction().deleteFrom('contact_imports').where('company_id', '=', companyId()).where('id', '=', params.key).execute();
    return undefined;
  },
};
