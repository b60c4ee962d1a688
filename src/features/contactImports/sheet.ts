/** A file's rows: where its columns are named, which of its rows say something, and parts of it as the server takes them. */
import { type ImportField, importFields, maxImportRows, maxPartRows } from '#contract/contactImports/enums.ts';
import { formatContactName } from '#contract/contacts/name.ts';
import { normalisePhone, recoverNumber } from '#contract/text/e164.ts';
import type { MappedField, SheetInfo } from '#machines/contactImport/index.ts';
import { isHeader, mapColumns } from './headers.ts';

/** Rows of a file, the names of its columns apart. */
export interface Sheet {
  readonly info: SheetInfo;
  readonly rows: readonly (readonly string[])[];
  /** The line of each row in the file, from 1. */
  readonly lines: readonly number[];
}

/** A part of an import. */
export interface SheetPart {
  readonly columns: readonly ImportField[];
  readonly lines: readonly number[];
  readonly rows: readonly (readonly string[])[];
  /** The row after the last one. */
  readonly next: number;
}

const says = (row: readonly string[]) => row.some((cell) => cell.trim() !== '');
/** Rows among which the names of the columns are looked for: exports begin with a title, or with none. */
const headRows = 10;
const sampleRows = 3;
const maxSample = 40;
/** Characters of a cell that are sent: what is longer than its field is refused with its row. */
const maxCell = 5_900;
/** Characters of a part: its JSON stays well below a megabyte. */
const maxPartText = 400_000;

/** Reads rows as a sheet. Throws an `Error` whose words are for the person. */
export function toSheet(all: readonly (readonly string[])[]): Sheet {
  const first = all.findIndex(says);
  if (first < 0) throw new Error('The file is empty');
  const named = all.slice(first, first + headRows).findIndex(isHeader);
  // Without names the first row is a person already: its cells have a number.
  const isNameless = named < 0 && (all[first] ?? []).some((cell) => normalisePhone(recoverNumber(cell)) !== null);
  const head = isNameless ? first - 1 : first + Math.max(0, named);
  const names = isNameless ? (all[first] ?? []).map(() => '') : (all[head] ?? []).map((name) => name.replace(/^\ufeff/, '').trim());
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  for (let at = head + 1; at < all.length; at += 1) {
    const row = all[at];
    if (row === undefined || !says(row)) continue;
    rows.push(row);
    lines.push(at + 1);
  }
  if (rows.length > maxImportRows) throw new Error(`The file has more than ${maxImportRows.toLocaleString('en-US')} rows. Split it and import the parts.`);
  if (rows.length === 0) throw new Error('The file has no rows below its header row');
  const columns = names.map((name, column) => ({
    name: name === '' ? `Column ${column + 1}` : name.slice(0, maxSample),
    samples: rows.slice(0, sampleRows).map((row) => (row[column] ?? '').trim().slice(0, maxSample)),
  }));
  return { info: { columns, mapping: mapColumns(names), rows: rows.length }, rows, lines };
}

/** Takes off what guards a cell against being read as a formula. */
const unguard = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '');

/** Rows from one on, mapped: numbers in E.164 where they are numbers, names in one piece. */
export function readPart({ rows, lines }: Pick<Sheet, 'rows' | 'lines'>, mapping: readonly (MappedField | null)[], from: number): SheetPart {
  const at = (field: MappedField) => mapping.indexOf(field);
  const parts = [at('firstName'), at('lastName')] as const;
  const hasParts = parts.some((column) => column >= 0);
  const columns = importFields.filter((field) => at(field) >= 0 || (field === 'name' && hasParts));
  const places = columns.map(at);
  const cell = (row: readonly string[], column: number) => (column < 0 ? '' : unguard(row[column] ?? '').slice(0, maxCell));
  const read = (row: readonly string[], field: ImportField, column: number): string => {
    if (field === 'number') {
      const number = recoverNumber(row[column] ?? '').slice(0, maxCell);
      return normalisePhone(number) ?? number;
    }
    return field === 'name' && column < 0 ? formatContactName({ firstName: cell(row, parts[0]), lastName: cell(row, parts[1]) }) : cell(row, column);
  };
  const taken: string[][] = [];
  let text = 0;
  let next = from;
  while (next < rows.length && taken.length < maxPartRows && text < maxPartText) {
    const row = rows[next] ?? [];
    const values = columns.map((field, nth) => read(row, field, places[nth] ?? -1));
    text += values.reduce((sum, value) => sum + value.length + 3, 0);
    taken.push(values);
    next += 1;
  }
  return { columns, lines: lines.slice(from, next), rows: taken, next };
}
