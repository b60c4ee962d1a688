/** Files of rows that open in a spreadsheet with every number intact: text cells in XLSX, guarded text in CSV. */
import { Worker } from 'node:worker_threads';

/** A cell: text, or a number that is one (seconds, money). */
export type Cell = string | number | null;

/** A spreadsheet runs a cell that begins so as a formula, or loses its plus; some read full-width signs as plain ones. */
const dangerous = /^\s*[=+\-@\t\r\n|%'＝＋－＠｜％＇]/;

/** A sign and digits, as phone numbers are written: nothing in it can be calculated. */
const signedDigits = /^[+-]\d+$/;

/**
 * Matches a dangerous beginning inside a cell: in countries whose lists are separated by semicolons, or in tabbed ones, a cell begins after each separator as
 * well.
 */
const dangerousWithin = /([;\t])('*[^\S\t]*[=+\-@|%＝＋－＠｜％])/g;
const guardedWithin = /([;\t])'('*[^\S\t]*[=+\-@|%＝＋－＠｜％])/g;

/** Text as CSV carries it: what a spreadsheet would calculate stands behind an apostrophe. */
export const escapeFormula = (text: string): string => (dangerous.test(text) && !signedDigits.test(text) ? `'${text}` : text).replace(dangerousWithin, "$1'$2");
/** The text that was guarded. */
export function unescapeFormula(text: string): string {
  const inner = text.replace(guardedWithin, '$1$2');
  return inner.startsWith("'") && dangerous.test(inner.slice(1)) ? inner.slice(1) : inner;
}

function formatField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = escapeFormula(cell);
  return /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of CSV with its end. */
export const formatCsvLine = (cells: readonly Cell[]): string => `${cells.map(formatField).join(',')}\r\n`;
/** Tells a spreadsheet that the file is UTF-8. */
export const csvStart = '\ufeff';

/** XLSX cells hold at most so many characters. */
const cellCharacters = 32_767;
/** Characters that XML cannot carry. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
export const toCellText = (text: string): string => text.replace(unprintable, '').slice(0, cellCharacters);

/** Makes an XLSX of the rows in a thread of its own: a hundred thousand rows take seconds, in which the server answers others. */
export function toXlsx(rows: readonly (readonly Cell[])[], name: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./xlsx.worker.ts', import.meta.url), { execArgv: [], workerData: { rows, name } });
    worker.once('message', (bytes: Uint8Array) => void worker.terminate().then(() => resolve(bytes), reject));
    worker.once('error', reject);
  });
}
