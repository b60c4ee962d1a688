/** Reading a file's rows, in a thread: CSV, and the first sheet of a workbook. */
import { decodeText, parseCsv } from '#contract/text/csv.ts';
import { parseXlsx } from './readXlsx.ts';

/** Rows of a CSV or XLSX file, told by its name. Throws an `Error` whose words are for the person. */
export async function readRows(file: Blob, name: string): Promise<string[][]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return /\.xlsx$/i.test(name) ? parseXlsx(bytes) : parseCsv(decodeText(bytes));
}
