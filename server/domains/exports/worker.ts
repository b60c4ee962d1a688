/** The worker of exports: reads page after page, writes one file, and books it. Killed anywhere, it begins anew; what is booked is never made twice. */

import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import { reportExportColumns } from '#contract/analytics/enums.ts';
import type { CallFilter } from '#contract/calls/filters.ts';
import { callFilters } from '#contract/calls/filters.ts';
import { ContactFilter } from '#contract/contacts/entities.ts';
import { callExportColumns, contactExportColumns, faxExportColumns, messageExportColumns, voicemailExportColumns } from '#contract/exports/enums.ts';
import { routes } from '#contract/index.ts';
import { parseCallQuery } from '#contract/text/callQuery.ts';
import { toCallParams } from '#contract/text/callSearch.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { recordFile, type StoredFile, storeFile, withStoredFiles } from '../../files/storedFiles.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { reportCalls } from '../analytics/calls.ts';
import { toTextQuery } from '../calls/filter.ts';
import { matchesTranscript, selectCalls } from '../calls/search.ts';
import { readContactPage } from '../contacts/queries.ts';
import { callCells, contactCells, createClockFormat, faxCells, messageCells, reportCells, voicemailCells } from './columns.ts';
import { type ExportedCall, readExportPage, readItemPage } from './queries.ts';
import { type Cell, csvStart, formatCsvLine, toCellText, toXlsx } from './serializers.ts';
import type { ExportsTable } from './tables.ts';

/** Rows of one export, the newest. */
const mostRows = 100_000;

type Row = Selectable<ExportsTable>;
const pageRows = 2_000;

/** Loads the names of the company's own numbers and tags, for reading a line of words. */
export async function loadCompanyNames() {
  const numbers = await currentTransaction().selectFrom('phone_numbers').select(['id', 'label', 'number']).where('company_id', '=', companyId()).execute();
  const tags = await currentTransaction().selectFrom('tags').select(['id', 'name']).where(isOwnOrShared('tags')).execute();
  return { numbers, tags };
}

/** Request of a search or a report, as it was stored. */
const AskedSearch = z.object({ search: z.object(callFilters) });
const AskedReport = z.object({ report: z.object(routes.analytics.calls.query) });

/** The filter of a search's parameters, or of its line: days are days of the zone at the time it was asked. */
async function parseFilter(row: Row): Promise<CallFilter> {
  if (row.selection !== null) return z.parse(AskedSearch, row.selection).search;
  const world = await loadCompanyNames();
  const read = parseCallQuery(row.query, world);
  if (!read.ok) throw new Error('The search of an export can no longer be read');
  return z.parse(z.object(callFilters), { company_id: row.company_id, ...toCallParams(read.value, world, row.tz, row.created_at) });
}

interface Cells {
  readonly lines: Cell[][];
  readonly isCut: boolean;
}

const Selection = z.union([z.object({ ids: z.array(z.number()) }), z.object({ filter: ContactFilter })]);

/** Contacts as cells, the head first, in the order they were added. */
async function loadContactCells(services: Services, row: Row): Promise<Cells> {
  const heads: Readonly<Record<string, string>> = contactExportColumns;
  const cells: Readonly<Record<string, (typeof contactCells)['name']>> = contactCells;
  const clock = createClockFormat(row.tz);
  const lines: Cell[][] = [row.columns.map((column) => heads[column] ?? column)];
  const selection = z.parse(Selection, row.selection);
  for (let after = 0; ; ) {
    const from = after;
    const page = await services.tenancy.companyReading([row.company_id], null, () => readContactPage(selection, from, pageRows));
    for (const contact of page) {
      if (lines.length > mostRows) return { lines, isCut: true };
      lines.push(row.columns.map((column) => cells[column]?.(contact, clock) ?? null));
    }
    const last = page.at(-1);
    if (page.length < pageRows || !last) return { lines, isCut: false };
    after = last.id;
  }
}

type Position = { readonly position: string; readonly id: number };
interface Paged<T> {
  readonly heads: Readonly<Record<string, string>>;
  readonly cells: Readonly<Record<string, (row: T, clock: (instant: Date) => string) => Cell>>;
  /** Reads a page in the company's transaction, after a position. */
  readPage(after: Position | null): Promise<readonly T[]>;
}

/** All rows of a list as cells, the head first; cut at the most that a file holds. */
async function loadPages<T extends Position>(services: Services, row: Row, { heads, cells, readPage }: Paged<T>): Promise<Cells> {
  const clock = createClockFormat(row.tz);
  const lines: Cell[][] = [row.columns.map((column) => heads[column] ?? column)];
  for (let after: Position | null = null; ; ) {
    const from: Position | null = after;
    const page: readonly T[] = await services.tenancy.companyReading([row.company_id], null, () => readPage(from));
    for (const each of page) {
      if (lines.length > mostRows) return { lines, isCut: true };
      lines.push(row.columns.map((column) => cells[column]?.(each, clock) ?? null));
    }
    const last = page.at(-1);
    if (page.length < pageRows || !last) return { lines, isCut: false };
    after = { position: last.position, id: last.id };
  }
}

/** A page of calls, or of those with a voicemail. */
async function readCallPage(row: Row, kind: 'calls' | 'voicemails', after: Position | null): Promise<ExportedCall[]> {
  const filter = await parseFilter(row);
  const question = await toTextQuery(filter);
  const wanted = {
    calls: await selectCalls({ companyId: row.company_id, numberIds: row.number_ids }, filter),
    saying: question === null ? null : matchesTranscript(question),
    kind,
    withTranscripts: row.columns.includes('transcript'),
    withTags: row.columns.includes('tags'),
  };
  return readExportPage(wanted, after, pageRows);
}

/** The rows of a report; they are few, and read at once. */
async function loadReportCells(services: Services, row: Row): Promise<Cells> {
  const { report } = z.parse(AskedReport, row.selection);
  const membership = { companyId: row.company_id, numberIds: row.number_ids };
  const { data } = await services.tenancy.companyReading([row.company_id], null, () => reportCalls(membership, report));
  const heads: Readonly<Record<string, string>> = reportExportColumns;
  const cells: Readonly<Record<string, (typeof reportCells)['day']>> = reportCells;
  const lines = data.slice(0, mostRows).map((each) => row.columns.map((column) => cells[column]?.(each) ?? null));
  return { lines: [row.columns.map((column) => heads[column] ?? column), ...lines], isCut: data.length > mostRows };
}

/** All rows of an export as cells, the head first. */
function loadCells(services: Services, row: Row): Promise<Cells> {
  const { kind, number_ids: numberIds } = row;
  switch (kind) {
    case 'contacts':
      return loadContactCells(services, row);
    case 'report':
      return loadReportCells(services, row);
    case 'calls':
      return loadPages(services, row, { heads: callExportColumns, cells: callCells, readPage: (after) => readCallPage(row, kind, after) });
    case 'voicemails':
      return loadPages(services, row, { heads: voicemailExportColumns, cells: voicemailCells, readPage: (after) => readCallPage(row, kind, after) });
    case 'messages':
      return loadPages(services, row, {
        heads: messageExportColumns,
        cells: messageCells,
        readPage: (after) => readItemPage({ type: 'message', numberIds }, after, pageRows),
      });
    case 'faxes':
      return loadPages(services, row, {
        heads: faxExportColumns,
        cells: faxCells,
        readPage: (after) => readItemPage({ type: 'fax', numberIds }, after, pageRows),
      });
  }
}

async function serializeLines(row: Row, lines: readonly (readonly Cell[])[]): Promise<Uint8Array> {
  if (row.format === 'xlsx')
    return toXlsx(
      lines.map((line) => line.map((cell) => (typeof cell === 'string' ? toCellText(cell) : cell))),
      capitalize(row.kind),
    );
  return new TextEncoder().encode(csvStart + lines.map(formatCsvLine).join(''));
}

const types = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;

/** Makes an export, once. */
export async function runExport(services: Services, job: { readonly companyId: number; readonly exportId: number }): Promise<void> {
  const row = await services.tenancy.companyReading([job.companyId], null, () =>
    currentTransaction().selectFrom('exports').selectAll().where('company_id', '=', job.companyId).where('id', '=', job.exportId).executeTakeFirst(),
  );
  if (!row || row.finished_at !== null) return;
  const { lines, isCut } = await loadCells(services, row);
  const bytes = await serializeLines(row, lines);
  const key = `exports/${randomUUID()}.${row.format}`;
  failpoint('export.run: before the file');
  const name = `${row.kind} ${createClockFormat(row.tz)(row.created_at).replaceAll(':', '.')}.${row.format}`;
  const file = await storeFile(services.files, key, { name, contentType: types[row.format], bytes });
  failpoint('export.run: after the file');
  await withStoredFiles(services.files, [file], async () => ({
    isRecorded: await services.tenancy.company([job.companyId], null, () => book(row, { file, rows: lines.length - 1, isCut })),
  }));
}

/** Books the file; false when another worker was first. */
async function book(row: Row, made: { readonly file: StoredFile; readonly rows: number; readonly isCut: boolean }): Promise<boolean> {
  const open = await currentTransaction()
    .selectFrom('exports')
    .select('finished_at')
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .forUpdate()
    .executeTakeFirst();
  if (!open || open.finished_at !== null) return false;
  const file_id = await recordFile(made.file);
  await currentTransaction()
    .updateTable('exports')
    .set({ file_id, rows: made.rows, is_cut: made.isCut, finished_at: new Date() })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute();
  recordChange({ kind: 'export-updated', id: row.id, actorId: row.created_by });
  return true;
}
