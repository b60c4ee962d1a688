/** Imports of contacts over HTTP (spec 1.5, 1.7). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { formatContactName } from '#contract/contacts/name.ts';
import type { routes } from '#contract/index.ts';
import { createBatch, readBatch, undoBatch } from '../../batches/batches.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError, formatErrorTitle } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { isGroupThere } from '../contacts/queries.ts';
import { checkRows } from './check.ts';
import { getConfirmable, getDraft, getImport, getRow, listRows, selectSaved } from './queries.ts';
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
  /** Digest of what is to be saved at once; null for a draft. */
  readonly request: string | null;
}

/** Makes an import; false when it is there. Refuses a key that is somebody else's, or that came with something else. */
async function begin({ key, fileName, groupId, userId, request }: NewImport): Promise<boolean> {
  const made = await currentTransaction()
    .insertInto('contact_imports')
    .values({ id: key, company_id: companyId(), created_by: userId, file_name: fileName, group_id: groupId, request })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return true;
  const same = await currentTransaction()
    .selectFrom('contact_imports')
    .select(['created_by', 'file_name', 'group_id', 'checked_at', 'request'])
    .where('company_id', '=', companyId())
    .where('id', '=', key)
    .executeTakeFirst();
  // A check may have chosen another group since.
  const isSame = same?.created_by === userId && same.file_name === fileName && same.request === request;
  if (!isSame || (request === null && same.checked_at === null && same.group_id !== groupId))
    throw new AppError('conflict', { field: 'key', message: 'Idempotency key already used for a different request' });
  return false;
}

/** Makes the batch that saves an import; its key is the import's. */
async function confirm({ jobs }: Pick<Services, 'jobs'>, key: string, count: number | null, userId: number, isDirect = false) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact_imports ${companyId()}`}, 0))`.execute(currentTransaction());
  const { running } = await currentTransaction()
    .selectFrom('batches')
    .select((eb) => eb.fn.countAll<number>().as('running'))
    .where('company_id', '=', companyId())
    .where('type', '=', type)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  // Clients of the specification try again after 429, and after nothing else.
  if (running >= maxRunning)
    throw new AppError(isDirect ? 'too_many_requests' : 'conflict', { message: 'Three imports are being saved. Try again when one is done.', retryAfter: 5 });
  const batch = await createBatch(jobs, {
    key,
    type,
    createdBy: userId,
    params: { importId: key, isDirect },
    chosen: { rows: selectSaved(key, isDirect), count },
  });
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

/** Wrong rows told at once. */
const maxTold = 50;
/** The part of a call that saves at once. */
const onlyPart = 0;

const noRoom = 'The company’s contact limit is reached';

export const handlers: Handlers<typeof routes.contactImports> = {
  save: async ({ body, authUser, services }) => {
    const { key } = body;
    const groups = body.contacts.map(({ group }) => toId(group));
    await checkGroups([...new Set(groups.filter((id) => id !== null))], 'contacts.group');
    const request = createHash('sha256').update(JSON.stringify(body.contacts)).digest('hex');
    if (!(await begin({ key, fileName: '', groupId: null, userId: authUser.userId, request }))) return readBatch(key);
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
      .limit(maxTold)
      .execute();
    if (wrong.length > 0)
      throw new AppError('invalid', {
        items: wrong.map(({ line, problem, verdict }) => {
          const field = `contacts.${line - 1}${problem === null ? '.number' : ''}`;
          const detail = verdict === 'over_limit' ? noRoom : (problem ?? 'Invalid phone number. Use the format +1 212-555-0123.');
          return { code: 'invalid', title: formatErrorTitle('invalid', field), field, detail };
        }),
      });
    await currentTransaction()
      .updateTable('contact_imports')
      .set({ checked_at: new Date() })
      .where('company_id', '=', companyId())
      .where('id', '=', key)
      .execute();
    return confirm(services, key, null, authUser.userId, true);
  },

  create: async ({ body, authUser }) => {
    const { key, fileName, group } = body;
    await checkGroups(group === undefined ? [] : [group], 'group');
    // One draft a person, also of two that are begun at once.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`contact_imports ${companyId()} ${authUser.userId}`}, 0))`.execute(currentTransaction());
    await begin({ key, fileName, groupId: group ?? null, userId: authUser.userId, request: null });
    await currentTransaction()
      .deleteFrom('contact_imports')
      .where('company_id', '=', companyId())
      .where('created_by', '=', authUser.userId)
      .where('batch_id', 'is', null)
      .where('id', '<>', key)
      .execute();
    return getImport(key, authUser.userId);
  },

  get: ({ params, authUser }) => getImport(params.key, authUser.userId),

  stage: async ({ params, body, authUser }) => {
    await getDraft(params.key, authUser.userId);
    const { columns, lines, rows } = body;
    if (rows.length !== lines.length) throw new AppError('invalid', { field: 'rows', message: 'Send one line for each row' });
    if (new Set(columns).size < columns.length) throw new AppError('invalid', { field: 'columns', message: 'Send each column once' });
    const uneven = rows.findIndex((row) => row.length !== columns.length);
    if (uneven >= 0) throw new AppError('invalid', { field: `rows.${uneven}`, message: 'Send one value for each column' });
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
    // Rows staged since were not checked.
    await currentTransaction()
      .updateTable('contact_imports')
      .set({ checked_at: null })
      .where('company_id', '=', companyId())
      .where('id', '=', params.key)
      .where('checked_at', 'is not', null)
      .execute();
    return undefined;
  },

  check: async ({ params, body, authUser }) => {
    await getDraft(params.key, authUser.userId);
    const { group = null } = body;
    await checkGroups(group === null ? [] : [group], 'group');
    if (body.parts !== undefined) await dropPartsFrom(params.key, body.parts);
    await currentTransaction()
      .updateTable('contact_imports')
      .set({ group_id: group, checked_at: new Date() })
      .where('company_id', '=', companyId())
      .where('id', '=', params.key)
      .execute();
    await checkRows(params.key);
    return getImport(params.key, authUser.userId);
  },

  rows: ({ params, query, authUser }) => {
    const { page, per_page, show, q } = query;
    return listRows(params.key, authUser.userId, { page, per_page, show, q });
  },

  fix: async ({ params, body, authUser }) => {
    await getDraft(params.key, authUser.userId);
    await fixRow(params.key, params.line, body.field, body.value);
    return getRow(params.key, params.line);
  },

  leaveOut: async ({ params, body, authUser }) => {
    await getDraft(params.key, authUser.userId);
    await leaveRowsOut(params.key, body.lines, body.isLeftOut);
    return getImport(params.key, authUser.userId);
  },

  confirm: async ({ params, body, authUser, services }) => {
    const done = await getConfirmable(params.key, authUser.userId);
    if (done.batch_id !== null) return readBatch(done.batch_id);
    if (done.checked_at === null) throw new AppError('conflict', { message: 'Check the import first' });
    if (done.group_id !== null && !(await isGroupThere(done.group_id)))
      throw new AppError('conflict', { field: 'group', message: 'The group was deleted. Choose another, or none.' });
    return confirm(services, params.key, body.count, authUser.userId);
  },

  undo: ({ params, authUser, membership, services }) => undoBatch(services.jobs, params.key, (found) => found === type, { authUser, membership }),

  discard: async ({ params, authUser }) => {
    await getDraft(params.key, authUser.userId);
    await currentTransaction().deleteFrom('contact_imports').where('company_id', '=', companyId()).where('id', '=', params.key).execute();
    return undefined;
  },
};
