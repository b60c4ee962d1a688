/** Writes rows as XLSX: text cells stay text whatever they look like. */
import { parentPort, workerData } from 'node:worker_threads';
import * as XLSX from 'xlsx';
import * as z from 'zod/mini';

const Given = z.object({ rows: z.array(z.array(z.nullable(z.union([z.string(), z.number()])))), name: z.string() });
const { rows, name } = Given.parse(workerData);

const sheet: XLSX.WorkSheet = XLSX.utils.aoa_to_sheet([], { dense: true });
const data: XLSX.CellObject[][] = rows.map((row) =>
  row.map((cell): XLSX.CellObject => {
    if (cell === null) return { t: 'z' };
    return typeof cell === 'number' ? { t: 'n', v: cell } : { t: 's', v: cell, z: '@' };
  }),
);
sheet['!data'] = data;
sheet['!ref'] = XLSX.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: Math.max(0, rows.length - 1), c: Math.max(0, (rows[0]?.length ?? 1) - 1) } });
const book = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(book, sheet, name);
const bytes: unknown = XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true });
if (!(bytes instanceof Uint8Array)) throw new Error('The spreadsheet was not written');
parentPort?.postMessage(new Uint8Array(bytes));
