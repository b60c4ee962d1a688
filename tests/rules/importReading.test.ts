/** Reading files of contacts: bytes, separators, headers, numbers; and numbers exactly as the library reads them. */
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { contactExportColumns } from '#contract/exports/enums.ts';
import { decodeText, parseCsv } from '#contract/text/csv.ts';
import { normalisePhone, recoverNumber } from '#contract/text/e164.ts';
import { mapColumns } from '#src/features/contactImports/headers.ts';
import { readPart, toSheet } from '#src/features/contactImports/sheet.ts';
import { checkArchive, parseXlsx } from '#src/shared/sheets/readXlsx.ts';

const read = (text: string) => toSheet(parseCsv(text));
const all = (text: string) => {
  const sheet = read(text);
  const { columns, rows, lines } = readPart(sheet, sheet.info.mapping, 0);
  return rows.map((row, at) => ({ line: lines[at], ...Object.fromEntries(columns.map((column, nth) => [column, row[nth]])) }));
};

describe('a CSV file', () => {
  test('is read with commas, semicolons, tabs and bars, with quotes, lines in cells and empty rows', () => {
    const expected = [
      { line: 2, name: 'Ann Lee', number: '+12125550123', city: 'New\nYork' },
      { line: 5, name: 'Bo "B" Ray', number: '+14155550134', city: '' },
    ];
    for (const sign of [',', ';', '\t', '|'])
      for (const end of ['\n', '\r\n', '\r']) {
        const line = (...cells: string[]) => cells.join(sign) + end;
        const text =
          line('Name', 'Phone', 'City') + line('Ann Lee', '(212) 555-0123', `"New${end}York"`) + line('', '', '') + line('"Bo ""B"" Ray"', '415.555.0134', '');
        expect(all(text).map(({ line: _, ...row }) => row)).toEqual(expected.map(({ line: _, ...row }) => row));
      }
    expect(all(`sep=;\nname;number\nAnn;2125550123`)).toEqual([{ line: 2, name: 'Ann', number: '+12125550123' }]);
  });

  test('comes in UTF-8, UTF-16 and Windows-1252, with a mark of order or without', () => {
    const text = 'name,number\nZoë,2125550123';
    const utf16 = (isBig: boolean) =>
      new Uint8Array(
        [...text].flatMap((letter) =>
          isBig ? [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255] : [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8],
        ),
      );
    const latin = new Uint8Array([...text].map((letter) => letter.charCodeAt(0)));
    for (const bytes of [
      new TextEncoder().encode(text),
      new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(text)]),
      new Uint8Array([0xff, 0xfe, ...utf16(false)]),
      utf16(false),
      utf16(true),
      latin,
    ])
      expect(all(decodeText(bytes))).toEqual([{ line: 2, name: 'Zoë', number: '+12125550123' }]);
  });

  test('keeps rows that are shorter or longer than the first, and quotation marks inside of words', () => {
    expect(all('name,number,city\nAnn,2125550123\nBo,4155550134,Rome,more\n5" pipe,3125550155,x')).toEqual([
      { line: 2, name: 'Ann', number: '+12125550123', city: '' },
      { line: 3, name: 'Bo', number: '+14155550134', city: 'Rome' },
      { line: 4, name: '5" pipe', number: '+13125550155', city: 'x' },
    ]);
  });

  test('without names of columns loses nobody: the first row is a person', () => {
    const sheet = read('Ann,2125550123\nBo,4155550134');
    expect([sheet.info.columns.map(({ name }) => name), sheet.info.mapping, sheet.lines]).toEqual([
      ['Column 1', 'Column 2'],
      [null, null],
      [1, 2],
    ]);
    expect(readPart(sheet, ['name', 'number'], 0).rows).toEqual([
      ['+12125550123', 'Ann'],
      ['+14155550134', 'Bo'],
    ]);
  });

  test('says in words why it can’t be read', () => {
    for (const [text, words] of [
      ['', 'The file is empty'],
      ['name,number\n', 'The file has no rows below its header row'],
      ['name,number\n"Ann,1', 'Line 2: a quotation mark is never closed'],
    ] as const)
      expect(() => read(text)).toThrow(words);
  });

  test('keeps its rows where a title stands above its columns, names come twice or are nobody’s', () => {
    expect(all('People of May\n\nfirst_name,last_name,Phone 1 - Value,__proto__,phone\nAnn,Lee,2125550123,x,4155550134')).toEqual([
      { line: 4, name: 'Ann Lee', number: '+14155550134' },
    ]);
    expect(mapColumns(['Name', 'name', 'Phone'])).toEqual(['name', null, 'number']);
  });
});

describe('columns', () => {
  test('are found by the spellings of the specification and by what people’s exports call them', () => {
    for (const name of ['name', 'Name', 'full_name', 'fullName', 'contact_name']) expect(mapColumns([name, 'number'])).toEqual(['name', 'number']);
    for (const names of [
      ['first_name', 'last_name'],
      ['firstName', 'lastName'],
    ])
      expect(mapColumns([...names, 'number'])).toEqual(['firstName', 'lastName', 'number']);
    const google = [
      'First Name',
      'Middle Name',
      'Last Name',
      'Organization Name',
      'Organization Title',
      'E-mail 1 - Value',
      'Phone 1 - Value',
      'Address 1 - City',
    ];
    expect(mapColumns(google)).toEqual(['firstName', null, 'lastName', 'companyName', 'title', 'email', 'number', 'city']);
    const outlook = [
      'First Name',
      'Last Name',
      'Company',
      'Job Title',
      'E-mail Address',
      'Mobile Phone',
      'Home Phone',
      'Business Street',
      'Business Country/Region',
    ];
    expect(mapColumns(outlook)).toEqual(['firstName', 'lastName', 'companyName', 'title', 'email', 'number', null, 'address1', 'country']);
    expect(mapColumns(['Customer Name', 'Customer Phone Number', 'Customer City'])).toEqual(['name', 'number', 'city']);
    const own = mapColumns(Object.values(contactExportColumns));
    expect(own.filter((field) => field !== null)).toEqual([
      'name',
      'number',
      'email',
      'companyName',
      'title',
      'address1',
      'address2',
      'city',
      'state',
      'zip',
      'country',
      'notes',
      'optinType',
      'optinSource',
    ]);
  });

  test('without a name or a number are told apart from those that have both', () => {
    for (const [names, isWhole] of [
      [['name', 'email'], false],
      [['email', 'number'], false],
      [['name', 'number'], true],
    ] as const)
      expect([mapColumns(names).includes('number') && mapColumns(names).includes('name'), names]).toEqual([isWhole, names]);
  });
});

describe('an XLSX file', () => {
  const book = (rows: (string | number | Date | null)[][]) => writeXlsx({ sheets: [{ name: 'People', rows }] });

  test('is read with numbers in full digits and dates as days', async () => {
    const bytes = await book([
      ['name', 'number', 'notes'],
      ['Ann', 14155550134, new Date(Date.UTC(2026, 2, 2))],
      ['Bo', '+1 212 555 0123', 'x'],
    ]);
    const sheet = toSheet(await parseXlsx(bytes));
    expect(readPart(sheet, sheet.info.mapping, 0).rows).toEqual([
      ['+14155550134', 'Ann', '2026-03-02'],
      ['+12125550123', 'Bo', 'x'],
    ]);
  });

  test('that is none, or would not fit unpacked, is refused before it is unpacked', async () => {
    expect(() => checkArchive(new TextEncoder().encode('name,number\nAnn,2125550123, and more'))).toThrow('This isn’t an XLSX file');
    expect(() => checkArchive(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...new Uint8Array(40)]))).toThrow('encrypted or an old Excel file');
    const bytes = await book([['name', 'number']]);
    const bomb = bytes.slice();
    const view = new DataView(bomb.buffer);
    for (let at = 0; at < bomb.length - 4; at += 1) if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 4_000_000_000, true);
    expect(() => checkArchive(bomb)).toThrow('too large once unpacked');
    await expect(parseXlsx(bytes.subarray(0, 60))).rejects.toThrow('This isn’t an XLSX file');
  });
});

describe('a number', () => {
  test('is recovered from what spreadsheets make of it', () => {
    for (const [cell, digits] of [
      ['1.4155550134E+10', '14155550134'],
      ['1.4155550134e10', '14155550134'],
      ["'+12125550123", '+12125550123'],
      ['2125550123', '2125550123'],
    ] as const)
      expect(recoverNumber(cell)).toBe(digits);
  });

  test('is read exactly as the library reads it, whatever its shape', () => {
    const valid = (typed: string) => {
      const parsed = parsePhoneNumberFromString(typed);
      return parsed?.isValid() ? parsed.number : null;
    };
    const slow = (typed: string) => valid(typed.trim()) ?? valid(`+1-${typed.trim()}`);
    const digits = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
    const gap = fc.constantFrom('', ' ', '-', '.', '--', '/');
    const prefix = fc.constantFrom('', '1', '+1', '+1 ', '1-', '+', '001', '+44', ' ');
    const shaped = fc
      .tuple(prefix, fc.boolean(), digits(3), gap, digits(3), gap, digits(4), fc.constantFrom('', ' ', ' x12', '5'))
      .map(
        ([start, isBracketed, area, one, exchange, other, line, end]) => `${start}${isBracketed ? `(${area})` : area}${one}${exchange}${other}${line}${end}`,
      );
    fc.assert(
      fc.property(fc.oneof(shaped, fc.string({ maxLength: 16 })), (typed) => {
        expect([typed, normalisePhone(typed)]).toEqual([typed, slow(typed)]);
      }),
      { numRuns: 20_000 },
    );
  });
});
