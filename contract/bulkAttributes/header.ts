/** Finding the row of a file that names its columns. */
import { recordColumns } from './enums.ts';

/** Rows among which it is looked for: spreadsheets add a title. */
const headerRows = 10;

/** A column’s name as names are compared: `Entity Type` and `entity_type` are one. */
export const toRecordColumn = (name: string): (typeof recordColumns)[number] | null => {
  const word = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return recordColumns.find((column) => column === word) ?? null;
};

/** Index of the row with the columns `entity_type` and `id`; -1 where there is none. */
export const findHeader = (rows: readonly (readonly string[])[]): number =>
  rows.slice(0, headerRows).findIndex((row) => {
    const columns = row.map(toRecordColumn);
    return columns.includes('entity_type') && columns.includes('id');
  });

/** True for a row with text in any cell. */
export const hasText = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '');
