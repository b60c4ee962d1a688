/** The table of a file: cells are changed and rows left out before it is sent. */
import papaparse from 'papaparse';
import { findHeader, hasText } from '#contract/bulkAttributes/header.ts';

/** A file that is read. */
export interface AttributeSheet {
  readonly rows: string[][];
  /** Index of the row that names the columns; -1: none. */
  readonly header: number;
  /** Lines that are left out, from 1. */
  readonly leftOut: Set<number>;
}

/** Takes over the rows of a file. Throws an `Error` whose words are for the person. */
export function toAttributeSheet(rows: string[][]): AttributeSheet {
  if (!rows.some(hasText)) throw new Error('The file is empty');
  return { rows, header: findHeader(rows), leftOut: new Set() };
}

/** Changes a cell; a column whose name is emptied goes with all of its cells. */
export function changeCell({ rows, header }: AttributeSheet, line: number, place: number, value: string): void {
  const row = rows[line - 1];
  if (!row) return;
  while (row.length <= place) row.push('');
  row[place] = value;
  if (line - 1 === header && value === '') for (const other of rows.slice(line)) if (other.length > place) other[place] = '';
}

/** Leaves lines out, or takes them in again. */
export function excludeLines({ leftOut }: AttributeSheet, lines: readonly number[], isLeftOut: boolean): void {
  for (const line of lines) {
    if (isLeftOut) leftOut.add(line);
    else leftOut.delete(line);
  }
}

/** The file as CSV: a line that is left out is blank, so that every other keeps its number. The first line names the separator. */
export const writeSheet = ({ rows, leftOut }: AttributeSheet): string =>
  `sep=,\n${papaparse.unparse(
    rows.map((row, at) => (leftOut.has(at + 1) ? [] : row)),
    { newline: '\n' },
  )}\n`;
