/** Reading XLSX: the first sheet, cell by cell; what a cell shows, never a formula. */
import { streamXlsxRows } from 'hucre/xlsx';

/** Rows of a workbook that are read. */
const maxXlsxRows = 200_000;
/** Bytes all parts may take unpacked, how many parts there may be, and how much smaller than that the file may be. */
const maxUnpacked = 400_000_000;
const maxParts = 5_000;
const maxRatio = 300;

/** Refuses what isn’t a workbook, and one that would not fit: looked up in the list at the end of the archive, before anything is unpacked. */
export function checkArchive(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length > 8 && view.getUint32(0) === 0xd0cf11e0) throw new Error('This is an encrypted or an old Excel file. Save it as XLSX without a password.');
  const noWorkbook = new Error('This isn’t an XLSX file. Save it as XLSX or CSV and try again.');
  if (bytes.length < 22 || view.getUint32(0) !== 0x504b0304) throw noWorkbook;
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 65_558 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw noWorkbook;
  const parts = view.getUint16(end + 10, true);
  if (parts > maxParts) throw new Error('The file has too many parts to be a sheet');
  let unpacked = 0;
  let at = view.getUint32(end + 16, true);
  for (let part = 0; part < parts; part += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw noWorkbook;
    unpacked += view.getUint32(at + 24, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  if (unpacked > maxUnpacked || unpacked / bytes.length > maxRatio) throw new Error('The file is too large once unpacked. Save it as CSV and try again.');
}

const two = (number: number) => String(number).padStart(2, '0');

/** Text of a cell: numbers in full digits, dates as 2026-03-02. */
function formatCell(value: string | number | boolean | Date | null): string {
  if (value === null) return '';
  if (value instanceof Date) {
    const day = `${value.getUTCFullYear()}-${two(value.getUTCMonth() + 1)}-${two(value.getUTCDate())}`;
    const time = `${two(value.getUTCHours())}:${two(value.getUTCMinutes())}`;
    return time === '00:00' ? day : `${day} ${time}`;
  }
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(0) : String(value);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}

/** Rows of the first sheet; those that are left out in it are empty. Throws an `Error` whose words are for the person. */
export async function parseXlsx(bytes: Uint8Array): Promise<string[][]> {
  checkArchive(bytes);
  const rows: string[][] = [];
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: 0 })) {
    if (index > maxXlsxRows) throw new Error(`The file has more than ${maxXlsxRows.toLocaleString('en-US')} rows. Save it as CSV, or split it.`);
    while (rows.length < index) rows.push([]);
    rows.push(values.map(formatCell));
  }
  return rows;
}
