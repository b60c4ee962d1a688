/** Reading imports and their rows. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { ContactImport, ImportRow } from '#contract/contactImports/entities.ts';
import type { ImportRowFilter } from '#contract/contactImports/enums.ts';
import type { Database } from '../../db/tables.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { createPageMeta } from '../../lists/pageMeta.ts';
import { holdsWord, searchWords } from '../../lists/textSearch.ts';
import { contactValue, fieldColumns, textFields } from './columns.ts';

const selectImport = (key: string) =>
  currentTransaction().selectFrom('contact_imports').where('contact_imports.company_id', '=', companyId()).where('contact_imports.id', '=', key);

/** An import as a person may see it: a draft is for who began it, a confirmed one for all who import. */
const selectOwnImport = (key: string, userId: number) =>
  selectImport(key).where((eb) => eb.or([eb('contact_imports.created_by', '=', userId), eb('contact_imports.batch_id', 'is not', null)]));

/** Locks the draft of a person. Refuses one that is not there, and one that was confirmed. */
export async function getDraft(key: string, userId: number): Promise<void> {
  const draft = await selectOwnImport(key, userId).select('batch_id').forUpdate().executeTakeFirst();
  if (!draft) throw new AppError('not_found');
  if (draft.batch_id !== null) throw new AppError('conflict', { message: 'This import was confirmed already' });
}

/** Locks an import that is to be confirmed: the draft of a person, or what was confirmed already. */
export async function getConfirmable(key: string, userId: number) {
  const found = await selectOwnImport(key, userId).select(['batch_id', 'checked_at', 'group_id']).forUpdate().executeTakeFirst();
  if (!found) throw new AppError('not_found');
  return found;
}

/** One import with its counts. */
export async function getImport(key: string, userId: number): Promise<ContactImport> {
  const found = await selectOwnImport(key, userId)
    .leftJoin('contact_groups as g', (join) => join.onRef('g.id', '=', 'contact_imports.group_id').on('g.deleted_at', 'is', null))
    .select(['contact_imports.file_name', 'checked_at', 'batch_id', 'contact_imports.created_at', 'g.id as group_id', 'g.name as group_name'])
    .executeTakeFirst();
  if (!found) throw new AppError('not_found');
  const { rows } = await sql<{ verdict: string | null; count: number; opted: number; held: number }>`
    select case when is_left_out then 'left_out' else verdict end as verdict, count(*)::int as count,
      count(*) filter (where is_opted_out and not is_left_out and verdict in ('create', 'update', 'restore'))::int as opted,
      count(*) filter (where outcome = 'held')::int as held
    from import_rows where company_id = ${companyId()} and import_id = ${key} group by 1`.execute(currentTransaction());
  const of = (verdict: string) => rows.find((row) => row.verdict === verdict)?.count ?? 0;
  const sum = (value: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + value(row), 0);
  return {
    key,
    fileName: found.file_name,
    group: found.group_id === null || found.group_name === null ? null : { id: found.group_id, name: found.group_name },
    isChecked: found.checked_at !== null,
    total: sum((row) => row.count),
    counts: {
      create: of('create'),
      update: of('update'),
      restore: of('restore'),
      unchanged: of('unchanged'),
      duplicate: of('duplicate'),
      invalid: of('invalid'),
      overLimit: of('over_limit'),
      leftOut: of('left_out'),
      optedOut: sum((row) => row.opted),
      held: sum((row) => row.held),
    },
    batchId: found.batch_id,
    createdAt: found.created_at.toISOString(),
  };
}

type Rows = SelectQueryBuilder<Database, 'import_rows', object>;

const saved = ['create', 'update', 'restore'] as const;

function narrow(rows: Rows, show: ImportRowFilter | undefined): Rows {
  if (show === undefined) return rows;
  if (show === 'left_out') return rows.where('is_left_out', '=', true);
  if (show === 'held') return rows.where('outcome', '=', 'held');
  const kept = rows.where('is_left_out', '=', false);
  if (show === 'opted_out') return kept.where('is_opted_out', '=', true).where('verdict', 'in', saved);
  if (show === 'problems') return kept.where((eb) => eb.or([eb('verdict', 'in', ['invalid', 'duplicate', 'over_limit']), eb('outcome', '=', 'held')]));
  return kept.where('verdict', '=', show);
}

/** Rows that have all of the words somewhere in what they say. */
function search(rows: Rows, q: string | undefined): Rows {
  return searchWords(q ?? '').reduce(
    (found, word) => found.where(holdsWord(sql`concat_ws(' ', import_rows.number, typed, jsonb_path_query_array(fields, '$.*')::text)`, word)),
    rows,
  );
}

interface RowPage {
  readonly page: number;
  readonly per_page: number;
  readonly show?: ImportRowFilter | undefined;
  readonly q?: string | undefined;
}

const selectRows = (key: string): Rows =>
  currentTransaction().selectFrom('import_rows').where('import_rows.company_id', '=', companyId()).where('import_id', '=', key);

function shown(rows: Rows) {
  return rows
    .leftJoin('contacts as c', 'c.id', 'import_rows.contact_id')
    .select([
      'line',
      'verdict',
      'import_rows.number',
      'typed',
      'fields',
      'problem',
      'is_opted_out',
      'is_left_out',
      'contact_id',
      'c.name as contact_name',
      'joins',
      'outcome',
      sql<Record<string, string | null> | null>`case when c.id is null then null else jsonb_build_object(${sql.join(
        textFields.flatMap((field) => [sql.lit(field), contactValue(field, 'c')]),
      )}) end`.as('before'),
    ]);
}

function toRow(row: Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]): ImportRow {
  const values = Object.fromEntries(
    textFields.flatMap((field) => {
      const value = row.fields[fieldColumns[field]];
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
  const before = Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const had = row.before?.[field] ?? '';
      return row.before === null || had === value ? [] : [[field, had] as const];
    }),
  );
  return {
    id: row.line,
    line: row.line,
    verdict: row.verdict,
    number: row.number,
    typed: row.typed,
    values,
    problem: row.problem,
    isOptedOut: row.is_opted_out,
    isLeftOut: row.is_left_out,
    contact: row.contact_id === null ? null : { id: row.contact_id, name: row.contact_name ?? '' },
    before: row.outcome === 'saved' ? {} : before,
    joins: row.joins,
    outcome: row.outcome,
  };
}

/** A page of rows in the order of the file. */
export async function listRows(key: string, userId: number, { page, per_page: perPage, show, q }: RowPage) {
  if (!(await selectOwnImport(key, userId).select('contact_imports.id').executeTakeFirst())) throw new AppError('not_found');
  const matching = search(narrow(selectRows(key), show), q);
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await shown(matching)
    .orderBy('line')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: rows.map(toRow), meta: createPageMeta(page, perPage, total) };
}

/** One row. */
export async function getRow(key: string, line: number): Promise<ImportRow> {
  const row = await shown(selectRows(key)).where('line', '=', line).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toRow(row);
}

/** Ids of the rows that are to be saved. Of those that are saved at once all are counted: what comes again is skipped, what changes nothing is done. */
export const selectSaved = (key: string, isDirect: boolean) => {
  const rows = selectRows(key).select('import_rows.id');
  return isDirect ? rows : rows.where('is_left_out', '=', false).where('verdict', 'in', saved);
};
