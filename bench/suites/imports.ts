/**
 * Importing contacts: reading a file to numbers in E.164 beside the library alone, a workbook beside SheetJS, and taking the rows in and saving them beside
 * COPY of the same rows into the same tables.
 */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import papaparse from 'papaparse';
import { from as copyFrom } from 'pg-copy-streams';
import * as XLSX from 'xlsx';
import type { ImportField } from '../../contract/contactImports/enums.ts';
import { routes } from '../../contract/index.ts';
import { parseCsv } from '../../contract/text/csv.ts';
import { readPart, type Sheet, toSheet } from '../../src/features/contactImports/sheet.ts';
import { parseXlsx } from '../../src/shared/sheets/readXlsx.ts';
import { Client } from '../../tests/server/client.ts';
import { openWorld, serveWorld, signIn, type World } from '../lib/large.ts';
import { computePercentile } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';

const rowCount = 100_000;
const partRows = 2_000;
const rounds = 3;
const areas = [212, 312, 415, 602, 713, 206];
const shapes = [
  (area: number, rest: string) => `(${area}) ${rest.slice(0, 3)}-${rest.slice(3)}`,
  (area: number, rest: string) => `${area}-${rest.slice(0, 3)}-${rest.slice(3)}`,
  (area: number, rest: string) => `+1${area}${rest}`,
  (area: number, rest: string) => `1 ${area} ${rest.slice(0, 3)} ${rest.slice(3)}`,
];

/** People as a file has them: five columns, numbers in four shapes. */
const people = Array.from({ length: rowCount }, (_, at): string[] => {
  const rest = String(2_000_000 + at * 7).padStart(7, '0');
  return [
    `Person ${at}`,
    shapes[at % shapes.length]?.(areas[at % areas.length] ?? 212, rest) ?? '',
    `person${at}@example.com`,
    'Northwind Motors',
    'Los Angeles',
  ];
});
const header = ['name', 'number', 'email', 'company', 'city'];

function readAll(sheet: Sheet): (string | undefined)[] {
  const numbers: (string | undefined)[] = [];
  for (let from = 0; from < sheet.rows.length; ) {
    const part = readPart(sheet, sheet.info.mapping, from);
    const at = part.columns.indexOf('number');
    for (const row of part.rows) numbers.push(row[at]);
    from = part.next;
  }
  return numbers;
}

const byLibrary = (typed: string): string => {
  const valid = (text: string) => {
    const parsed = parsePhoneNumberFromString(text);
    return parsed?.isValid() ? parsed.number : null;
  };
  return valid(typed) ?? valid(`+1-${typed}`) ?? typed;
};

const timed = async (work: () => unknown): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};
/** Median of their time over ours, measured in turns. */
async function ratioOf(ours: () => unknown, theirs: () => unknown): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const peer = await timed(theirs);
    const mine = await timed(ours);
    if (round > 0) ratios.push(peer / mine);
  }
  return computePercentile(ratios, 0.5);
}

async function measureReading(): Promise<Row[]> {
  const text = [header, ...people].map((row) => row.join(',')).join('\n');
  const readOurs = () => readAll(toSheet(parseCsv(text)));
  const readTheirs = () =>
    papaparse
      .parse<string[]>(text)
      .data.slice(1)
      .map((row) => byLibrary(row[1] ?? ''));
  const [mine, theirs] = [readOurs(), readTheirs()];
  const same = mine.filter((number, at) => number === theirs[at]).length;
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([header, ...people]), 'People');
  const written: unknown = XLSX.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true });
  if (!(written instanceof Uint8Array)) throw new Error('The workbook was not written');
  const bytes = new Uint8Array(written);
  return [
    { work: `Numbers of a CSV of ${rowCount.toLocaleString('en-US')} rows, the same as the library’s`, count: same, of: rowCount, peers: [], least: rowCount },
    {
      work: 'CSV to E.164, throughput to papaparse with libphonenumber',
      count: await ratioOf(readOurs, readTheirs),
      unit: '×',
      peers: [{ name: 'papaparse + libphonenumber', count: 1 }],
      least: 3.8,
    },
    {
      work: 'XLSX with shared strings to E.164, throughput to SheetJS’s bare parse',
      count: await ratioOf(
        async () => readAll(toSheet(await parseXlsx(bytes))),
        () => XLSX.utils.sheet_to_json(XLSX.read(bytes, { dense: true }).Sheets.People ?? {}, { header: 1 }),
      ),
      unit: '×',
      peers: [{ name: 'SheetJS', count: 1 }],
      least: 1,
    },
  ];
}

/** Takes the company away with all that was imported, past the triggers. */
async function forget({ owner }: World): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  for (const table of ['import_rows', 'contact_imports', 'batch_rows', 'batches', 'contacts', 'memberships', 'changes'])
    await owner.query(`delete from ${table} where company_id in (select id from companies where slug = 'imports-bench')`);
  await owner.query(`delete from companies where slug = 'imports-bench'`);
  await owner.query('commit');
}

const copy = ({ owner }: World, into: string, lines: readonly string[]) =>
  timed(() => pipeline(Readable.from([lines.join('\n'), '\n']), owner.query(copyFrom(`copy ${into} from stdin`))));

async function measureSaving(world: World): Promise<Row[]> {
  const { owner } = world;
  const sheet = toSheet([header, ...people]);
  await forget(world);
  const { rows } = await owner.query<{ id: string }>(
    `insert into companies (name, slug, timezone) values ('Imports', 'imports-bench', 'America/Los_Angeles') returning id`,
  );
  const companyId = Number(rows[0]?.id);
  await owner.query(`insert into memberships (company_id, user_id, role) values ($1, $2, 'owner')`, [companyId, world.userId]);
  const served = await serveWorld(world);
  try {
    const signedIn = new Client(`http://localhost:${served.port}`);
    signedIn.cookies.set('keyline_session', await signIn(world));
    const client = signedIn.in({ id: companyId });
    const key = `imports-bench-${companyId}`;
    const call = routes.contactImports;
    await client.call(call.create, { body: { key, fileName: 'people.csv' } });
    let parts = 0;
    const staging = await timed(async () => {
      for (let from = 0; from < sheet.rows.length; parts += 1) {
        const part = readPart(sheet, sheet.info.mapping, from);
        const body = { columns: [...part.columns] as ImportField[], lines: [...part.lines], rows: part.rows.map((row) => [...row]) };
        await client.call(call.stage, { params: { key, part: parts }, body });
        from = part.next;
      }
    });
    const { counts } = await client.call(call.check, { params: { key }, body: { parts } });
    const confirming = await timed(async () => {
      await client.call(call.confirm, { params: { key }, body: { count: counts.create } });
      for (;;) {
        const { rows: ended } = await owner.query('select from batches where id = $1 and finished_at is not null', [key]);
        if (ended.length > 0) return;
        await new Promise((done) => setTimeout(done, 10));
      }
    });
    // The same rows by COPY, as the owner and without triggers: first as staged rows, then as contacts.
    await owner.query(`insert into contact_imports (id, company_id) values ($1, $2)`, [`${key}-copy`, companyId]);
    const staged = people.map((row, at) =>
      [
        companyId,
        `${key}-copy`,
        Math.floor(at / partRows),
        at + 2,
        `+1555${at}`,
        row[1],
        JSON.stringify({ name: row[0], email: row[2], company_name: row[3], city: row[4] }),
      ].join('\t'),
    );
    const copiedRows = await copy(world, 'import_rows (company_id, import_id, part, line, number, typed, fields)', staged);
    const contacts = people.map((row, at) => [companyId, `+1999${at}`, row[0], row[2], row[3], row[4]].join('\t'));
    const copiedContacts = await copy(world, 'contacts (company_id, number, name, email, company_name, city)', contacts);
    return [
      {
        work: `Rows a second taken in by parts, to COPY alone (${Math.round(rowCount / (staging / 1_000)).toLocaleString('en-US')} a second)`,
        count: copiedRows / staging,
        unit: '×',
        peers: [{ name: 'COPY', count: 1 }],
        least: 0.5,
      },
      {
        work: `Contacts a second saved by the batch, to COPY alone (${Math.round(counts.create / (confirming / 1_000)).toLocaleString('en-US')} a second)`,
        count: copiedContacts / confirming,
        unit: '×',
        peers: [{ name: 'COPY', count: 1 }],
        least: 0.13,
      },
    ];
  } finally {
    await served.close();
    await forget(world);
  }
}

/** Measures. */
export async function imports(): Promise<Row[]> {
  const reading = await measureReading();
  const world = await openWorld();
  try {
    return [...reading, ...(await measureSaving(world))];
  } finally {
    await world.close();
  }
}
