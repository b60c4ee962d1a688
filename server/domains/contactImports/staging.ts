/** Taking in the rows of a file, and changing them before they are saved. */
import { sql } from 'kysely';
import type { ImportField } from '#contract/contactImports/enums.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { checkRows } from './check.ts';
import { fieldColumns, findProblem, textFields, toFields } from './columns.ts';

/** A row as it comes. */
interface NewRow {
  readonly line: number;
  /** As the file has it, or in E.164. */
  readonly number: string;
  readonly values: Readonly<Partial<Record<ImportField, string>>>;
  readonly groupId?: number | null;
}

const maxTyped = 60;

/** Adds rows to an import, in the place of those of the same part and of the same lines: a file that is read anew is cut elsewhere. Refuses a line twice. */
export async function stageRows(importId: string, part: number, rows: readonly NewRow[]): Promise<void> {
  const company = companyId();
  const lines = rows.map(({ line }) => line);
  await currentTransaction()
    .deleteFrom('import_rows')
    .where('company_id', '=', company)
    .where('import_id', '=', importId)
    .where(sql<boolean>`(part = ${part} or line = any (${lines}::int[]))`)
    .execute();
  const entries = rows.map(({ line, number, values, groupId = null }) => ({
    line,
    number: normalisePhone(number),
    typed: number.replaceAll('\0', '').slice(0, maxTyped),
    fields: toFields(values),
    problem: findProblem(values),
    group_id: groupId,
  }));
  const { numAffectedRows = 0n } = await sql`
    insert into import_rows (company_id, import_id, part, line, number, typed, fields, problem, group_id)
    select ${company}::bigint, ${importId}::text, ${part}::int, line, number, typed, fields, problem, group_id
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (line int, number text, typed text, fields jsonb, problem text, group_id bigint)
    on conflict (import_id, line) do nothing`.execute(currentTransaction());
  if (Number(numAffectedRows) < rows.length) throw new AppError('invalid', { field: 'lines', message: 'Duplicate line number' });
}

/** Drops parts from one on: a file that is read anew may have fewer. */
export async function dropPartsFrom(importId: string, part: number): Promise<void> {
  await currentTransaction()
    .deleteFrom('import_rows')
    .where('company_id', '=', companyId())
    .where('import_id', '=', importId)
    .where('part', '>=', part)
    .execute();
}

async function lockRow(importId: string, line: number) {
  const row = await currentTransaction()
    .selectFrom('import_rows')
    .select(['id', 'number', 'typed', 'fields'])
    .where('company_id', '=', companyId())
    .where('import_id', '=', importId)
    .where('line', '=', line)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

const present = (...numbers: readonly (string | null)[]) => [...new Set(numbers.filter((number) => number !== null))];

/** Changes a value of a draft's row; a blank one empties what the file says. */
export async function fixRow(importId: string, line: number, field: ImportField, value: string): Promise<void> {
  const row = await lockRow(importId, line);
  const values = Object.fromEntries(
    textFields.flatMap((name) => (row.fields[fieldColumns[name]] === undefined ? [] : [[name, row.fields[fieldColumns[name]]]])),
  );
  const changed = field === 'number' ? values : { ...values, [field]: value };
  const number = field === 'number' ? normalisePhone(value) : row.number;
  await currentTransaction()
    .updateTable('import_rows')
    .set({
      number,
      typed: field === 'number' ? value.replaceAll('\0', '').slice(0, maxTyped) : row.typed,
      fields: JSON.stringify(toFields(changed)),
      problem: findProblem(changed),
    })
    .where('id', '=', row.id)
    .execute();
  await checkRows(importId, present(row.number, number));
}

/** Leaves lines of a draft out, or takes them in again. Refuses lines it does not have. */
export async function leaveRowsOut(importId: string, lines: readonly number[], isLeftOut: boolean): Promise<void> {
  const once = [...new Set(lines)];
  const rows = await currentTransaction()
    .updateTable('import_rows')
    .set({ is_left_out: isLeftOut })
    .where('company_id', '=', companyId())
    .where('import_id', '=', importId)
    .where(sql<boolean>`line = any (${once}::int[])`)
    .returning('number')
    .execute();
  if (rows.length < once.length) throw new AppError('invalid', { field: 'lines', message: 'The import has no such line' });
  await checkRows(importId, present(...rows.map(({ number }) => number)));
}
