import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { callExportColumns, voicemailExportColumns } from '#contract/exports/enums.ts';
import { routes } from '#contract/index.ts';
import { exportDays, pruneExports } from '#server/domains/exports/prune.ts';
import { runExport } from '#server/domains/exports/worker.ts';
import { putCall } from './calls.stage.ts';
import { type Client, startServer, type TestServer } from './harness.ts';
import { quietCompany, refused } from './stage.ts';

const calls = routes.exports;
let server: TestServer;
let company: Awaited<ReturnType<typeof quietCompany>>;
let owner: Client;

beforeAll(async () => {
  server = await startServer();
  company = await quietCompany(server);
  owner = await server.worker(company.own, 'owner');
  const { own, line, stage } = company;
  await stage.contact('+14155550134', '=HYPERLINK("http://evil.example")');
  await putCall(stage, own, line, '+14155550134', {
    at: 1,
    duration: 90,
    value: 1_250.5,
    qualification: 1,
    said: [
      ['agent', 'Hello'],
      ['customer', 'About the warranty'],
    ],
  });
  const left = await putCall(stage, own, line, '+12125550177', { at: 2, result: 'voicemail', duration: 40 });
  await stage.thread(line, '+12125550177', [{ type: 'voicemail', callId: left, duration: 12, body: 'Call me back' }]);
  await putCall(stage, own, line, '+12125550178', { at: 3, result: 'missed', duration: 0 });
});
afterAll(() => server.close());

const all = Object.keys(callExportColumns) as (keyof typeof callExportColumns)[];

/** The finished export of an id. */
async function finished(id: number, by = owner) {
  const find = async () => (await by.call(calls.list, {})).data.find((each) => each.id === id);
  await expect.poll(async () => (await find())?.finishedAt, { timeout: 20_000 }).toEqual(expect.any(String));
  return find();
}
const download = (url: string | undefined, by = owner): Promise<Response> => by.download(url ?? '');
const rowsOf = (bytes: Uint8Array): unknown[][] => {
  const book = XLSX.read(bytes, { type: 'buffer' });
  return XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, raw: true });
};

describe('an export of calls', () => {
  test('is a spreadsheet with the columns chosen, numbers as text, and no formula', async () => {
    const { message, id } = await owner.call(calls.calls, { body: { async: true, columns: all, tz: 'America/New_York' } });
    expect(message).toMatch(/^Exporting calls/);
    const made = await finished(id);
    expect(made).toMatchObject({ kind: 'calls', format: 'xlsx', rows: 3, isCut: false });
    const answer = await download(made?.media?.url);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    const [head, , , first] = rowsOf(new Uint8Array(await answer.arrayBuffer()));
    expect(head).toEqual(Object.values(callExportColumns));
    expect(first?.slice(0, 5)).toEqual(['2026-03-05 07:01:00', 'inbound', 'answered', '+14155550134', '=HYPERLINK("http://evil.example")']);
    expect([first?.[9], first?.[14], first?.at(-1)]).toEqual([90, 1_250.5, 'Agent: Hello\nCustomer: About the warranty']);
  });

  test('has what a search finds, words of transcripts too', async () => {
    const { id } = await owner.call(calls.calls, { body: { columns: ['caller'], tz: 'UTC', format: 'csv', query: 'answered warranty speaker:customer' } });
    const made = await finished(id);
    expect(made?.rows).toBe(1);
    expect(await (await download(made?.media?.url)).text()).toBe('Caller\r\n+14155550134\r\n');
  });

  test('is one, however often its key is sent, and made once, however often its job is done', async () => {
    const body = { columns: ['caller' as const], tz: 'UTC', key: 'the-same-export' };
    const [first, second] = await Promise.all([owner.call(calls.calls, { body }), owner.call(calls.calls, { body })]);
    expect(first.id).toBe(second.id);
    const made = await finished(first.id);
    await runExport(server.services, { companyId: company.own.id, exportId: first.id });
    expect((await finished(first.id))?.media?.id).toBe(made?.media?.id);
  });

  test('is its maker’s alone, and so is its file', async () => {
    const { id } = await owner.call(calls.calls, { body: { columns: ['caller'], tz: 'UTC' } });
    const made = await finished(id);
    const other = await server.worker(company.own, 'administrator');
    expect((await other.call(calls.list, {})).data).toEqual([]);
    expect((await download(made?.media?.url)).status).toBe(200);
    expect((await download(made?.media?.url, other)).status).toBe(404);
  });

  test('has the calls of a person’s own numbers only', async () => {
    const { own, line2, stage } = company;
    await putCall(stage, own, line2, '+12125550199', { at: 9 });
    const person = await server.person();
    await server.membership(person, own, 'reporting', [line2.id]);
    const limited = (await server.signedIn(person)).in(own);
    const { id } = await limited.call(calls.calls, { body: { columns: ['caller'], tz: 'UTC', format: 'csv' } });
    const made = await finished(id, limited);
    expect(await (await download(made?.media?.url, limited)).text()).toBe('Caller\r\n+12125550199\r\n');
  });
});

test('an export of voicemails has what was left', async () => {
  const columns = Object.keys(voicemailExportColumns) as (keyof typeof voicemailExportColumns)[];
  const { id } = await owner.call(calls.voicemails, { body: { columns, tz: 'UTC' } });
  const made = await finished(id);
  expect(made).toMatchObject({ kind: 'voicemails', rows: 1 });
  const [, row] = rowsOf(new Uint8Array(await (await download(made?.media?.url)).arrayBuffer()));
  expect(row).toMatchObject({ 1: '+12125550177', 5: 12, 6: 'Call me back' });
});

test('exports of messages and faxes have those of the numbers a person works, without deleted ones', async () => {
  const { own, line, line2, stage } = company;
  await stage.thread(line, '+12125550144', [
    { type: 'message', body: '=1+1', isInbound: true },
    { type: 'fax', isInbound: false },
  ]);
  await stage.thread(line2, '+12125550145', [{ type: 'message', body: 'Hello', isInbound: false }]);
  const deleted = await stage.thread(line, '+12125550146', [{ type: 'message', body: 'Gone' }]);
  await server.owner.updateTable('items').set({ deleted_at: new Date() }).where('conversation_id', '=', deleted.id).execute();
  const text = async (route: typeof calls.messages | typeof calls.faxes, columns: readonly string[], by = owner) => {
    const { id } = await by.call(route, { body: { columns: [...columns] as ['phone'], tz: 'UTC', format: 'csv', async: true } });
    const made = await finished(id, by);
    return (await (await download(made?.media?.url, by)).text()).replace('\ufeff', '').split('\r\n');
  };
  expect((await owner.call(calls.messages, { body: { columns: ['phone'], tz: 'UTC' } })).message).toBe(
    'Exporting messages. We’ll notify you when the file is ready.',
  );
  expect(await text(calls.messages, ['phone', 'direction', 'text'])).toEqual(
    expect.arrayContaining(['Phone,Direction,Message', "+12125550144,inbound,'=1+1", '+12125550145,outbound,Hello', '']),
  );
  expect(await text(calls.messages, ['text'])).not.toContain('Gone');
  expect(await text(calls.faxes, ['phone', 'direction'])).toEqual(['Phone,Direction', '+12125550144,outbound', '']);
  const person = await server.person();
  await server.membership(person, own, 'reporting', [line2.id]);
  const limited = (await server.signedIn(person)).in(own);
  expect(await text(calls.messages, ['text'], limited)).toEqual(['Message', 'Hello', '']);
  const agent = await server.worker(own, 'user');
  expect((await owner.call(calls.faxes, { body: { columns: ['phone'], tz: 'UTC' } })).message).toBe(
    'Exporting faxes. We’ll notify you when the file is ready.',
  );
  expect(await agent.refusal(calls.messages, { body: { columns: ['phone'], tz: 'UTC' } })).toMatchObject({ status: 403 });
  expect(await agent.refusal(calls.faxes, { body: { columns: ['phone'], tz: 'UTC' } })).toMatchObject({ status: 403 });
});

test('an export of contacts has those that are chosen, or all that match, with groups and labels; and refuses a foreign one', async () => {
  const { stage } = company;
  const label = await owner.call(routes.contactLabels.create, { body: { label: 'VIP' } });
  const group = await owner.call(routes.groups.create, { body: { name: 'Spring' } });
  const { id } = await owner.call(routes.contacts.create, {
    body: { number: '+14155550150', name: '=1+1', city: 'Oslo', groups: [group.id], labels: [label.id], custom: { title: 'CEO' } },
  });
  await stage.contact('+14155550151', 'Bo', { city: 'Oslo' });
  const all = await owner.call(calls.contacts, { body: { all: true, city: 'oslo', count: 2, format: 'csv', columns: ['number', 'name', 'groups', 'labels'] } });
  expect(all.message).toBe('Exporting contacts. We’ll notify you when the file is ready.');
  expect(await (await download((await finished(all.id))?.media?.url)).text()).toBe(
    "Number,Name,Groups,Labels\r\n+14155550150,'=1+1,Spring,VIP\r\n+14155550151,Bo,,\r\n",
  );
  // As the specification shows it: ids, and nothing else.
  const one = await finished((await owner.call(calls.contacts, { body: { contacts: [id] } })).id);
  expect(one).toMatchObject({ kind: 'contacts', rows: 1, format: 'xlsx' });
  const [head, row] = rowsOf(new Uint8Array(await (await download(one?.media?.url)).arrayBuffer()));
  expect([head?.slice(0, 2), row?.slice(0, 5)]).toEqual([
    ['Name', 'Number'],
    ['=1+1', '+14155550150', '', '', 'CEO'],
  ]);
  expect(await refused(owner.refusal(calls.contacts, { body: { all: true, city: 'oslo', count: 3 } }))).toMatchObject({ status: 409, code: 'count_changed' });
  const foreigner = await server.worker(await server.company(), 'owner');
  const theirs = await foreigner.call(routes.contacts.create, { body: { number: '+14155550152' } });
  expect(await refused(owner.refusal(calls.contacts, { body: { contacts: [id, theirs.id] } }))).toMatchObject({ status: 422, field: 'contacts' });
});

test('goes with its file once it is old, and not before', async () => {
  const { id } = await owner.call(calls.calls, { body: { columns: ['caller'], tz: 'UTC' } });
  const made = await finished(id);
  const row = () =>
    server.owner
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', made?.media?.id ?? 0)
      .executeTakeFirst();
  const key = (await row())?.storage_key ?? '';
  expect(await pruneExports(server.services)).toBe(0);
  await server.owner
    .updateTable('exports')
    .set({ finished_at: new Date(Date.now() - (exportDays + 1) * 86_400_000) })
    .where('id', '=', id)
    .execute();
  expect(await pruneExports(server.services)).toBe(1);
  expect([await row(), await server.services.files.read(key)]).toEqual([undefined, null]);
  expect((await owner.call(calls.list, {})).data.map((each) => each.id)).not.toContain(id);
  expect(await pruneExports(server.services)).toBe(0);
});

test('is always made by a job: nobody is told otherwise', async () => {
  const ask = (async: boolean | 0 | 1) => ({ body: { async, columns: ['caller' as const], tz: 'UTC' } });
  expect(await refused(owner.refusal(calls.calls, ask(0)))).toMatchObject({ status: 422, field: 'async' });
  expect(await refused(owner.refusal(calls.voicemails, ask(false)))).toMatchObject({ status: 422, field: 'async' });
  expect((await owner.exchange(calls.calls, ask(1))).status).toBe(200);
});

test('refuses columns, zones and searches it does not know', async () => {
  const body = { columns: ['caller' as const], tz: 'UTC' };
  expect(await refused(owner.refusal(calls.calls, { body: { ...body, columns: ['secrets' as 'caller'] } }))).toMatchObject({ status: 422 });
  expect(await refused(owner.refusal(calls.calls, { body: { ...body, columns: [] } }))).toMatchObject({ status: 422, field: 'columns' });
  expect(await refused(owner.refusal(calls.voicemails, { body: { ...body, tz: 'Mars' } }))).toMatchObject({ status: 422, field: 'tz' });
  expect(await refused(owner.refusal(calls.calls, { body: { ...body, query: 'lonnger:5' } }))).toMatchObject({ status: 422, field: 'query' });
  expect(await refused(company.person.refusal(calls.calls, { body }))).toMatchObject({ status: 403 });
});
