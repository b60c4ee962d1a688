import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { type Cell, csvStart, formatCsvLine, toCellText, toXlsx, unescapeFormula } from '#server/domains/exports/serializers.ts';

const tricky = fc.constantFrom(
  '+14155550134',
  '=1+1',
  '-2',
  '@SUM(A1)',
  "'quoted",
  '007',
  '1e5',
  '2026-03-05',
  '  =cmd|"/c calc"!A1',
  '\tTab',
  'a,b',
  'say "hi"',
  'two\nlines',
  'TRUE',
  '50%',
);
const text = fc.oneof(
  tricky,
  fc.string({ maxLength: 20 }).map((each) => toCellText(each).replaceAll('\r', '')),
);
const cell: fc.Arbitrary<Cell> = fc.oneof(text, fc.integer(), fc.constant(null));
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 12 });

/** Cells of a file as a spreadsheet program reads them: formulas stay formulas, numbers numbers. */
function read(bytes: Uint8Array | string): { cells: XLSX.CellObject[][]; hasFormula: boolean } {
  const book = typeof bytes === 'string' ? XLSX.read(bytes, { type: 'string', raw: true }) : XLSX.read(bytes, { type: 'buffer', dense: false });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  const range = XLSX.utils.decode_range(sheet['!ref'] ?? 'A1');
  const cells = Array.from({ length: range.e.r + 1 }, (_, r) => [0, 1].map((c): XLSX.CellObject => sheet[XLSX.utils.encode_cell({ r, c })] ?? { t: 'z' }));
  return { cells, hasFormula: cells.flat().some((each) => each.f !== undefined) };
}
const blank = (value: Cell) => (value === '' ? null : value);

describe('a file that a spreadsheet opens', () => {
  test('XLSX: what comes out is what went in, text as text, and nothing calculates', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const { cells, hasFormula } = read(await toXlsx(rows, 'Calls'));
        expect(hasFormula).toBe(false);
        expect(rows.map((_, r) => [0, 1].map((c) => blank((cells[r]?.[c]?.v as Cell | undefined) ?? null)))).toEqual(rows.map((row) => row.map(blank)));
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  test('CSV: what comes out is what went in, once the guard is taken off', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const lines = csvStart + rows.map(formatCsvLine).join('');
        const parsed = parse(lines.slice(csvStart.length));
        expect(parsed.map((row) => row.map(unescapeFormula))).toEqual(rows.map((row) => row.map((value) => (value === null ? '' : String(value)))));
      }),
      { numRuns: 300 },
    );
  });

  test('CSV: nothing begins as a formula does', () => {
    fc.assert(
      fc.property(text, (value) => {
        const [[field = ''] = []] = parse(formatCsvLine([value, 'end']));
        if (!/^[+-]\d+$/.test(field)) expect(field).not.toMatch(/^\s*[=+\-@\t\r|%]/);
      }),
      { numRuns: 300 },
    );
  });
});

/** RFC 4180, in the fewest words. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (end === '' && row.length === 1 && row[0] === '') break;
    rows.push(row);
    row = [];
  }
  return rows;
}
