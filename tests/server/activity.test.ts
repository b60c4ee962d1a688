import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, minute, refused, type Stage, stageOf } from './stage.ts';

const { list } = routes.activity;
let server: TestServer;
let company: TestCompany;
let agent: Client;
let biller: Client;
let foreigner: Client;
let stage: Stage;
let line: Line;
let other: Line;
let known: string;
let thread: { id: number; items: number[] };
let loose: { id: number; itemId: number };

beforeAll(async () => {
  server = await startServer();
  company = await server.company({ timezone: 'America/New_York' });
  agent = await server.worker(company, 'user');
  biller = await server.worker(company, 'billing');
  foreigner = await server.worker(await server.company(), 'owner');
  stage = stageOf(server, company);
  line = await server.number(company, { label: 'Main' });
  other = await server.number(company, { label: 'Other' });
  known = stage.outside();
  await stage.contact(known, 'Ana Flores');
  thread = await stage.thread(line, known, [
    { createdAt: new Date('2026-03-05T04:59:00Z') },
    { createdAt: new Date('2026-03-05T05:01:00Z'), type: 'voicemail' },
    { createdAt: minute(1), type: 'fax', pages: 2 },
  ]);
  loose = await stage.call(other, stage.outside(), null, minute(2));
});
afterAll(() => server.close());

const ids = async (query: object = {}) => (await agent.call(list, { query })).data.map((row) => row.id);

describe('the activity list', () => {
  test('shows what happened, newest first, with who and where', async () => {
    const { data, meta } = await agent.call(list);
    expect(data.map((row) => row.id)).toEqual([loose.itemId, ...thread.items.toReversed()]);
    expect(data[0]).toMatchObject({
      conversationId: null,
      contact: null,
      number: { id: other.id, label: 'Other' },
      details: { kind: 'call', callId: loose.id, result: 'missed' },
    });
    expect(data[1]).toMatchObject({ conversationId: thread.id, recipient: known, contact: { name: 'Ana Flores' }, details: { kind: 'fax', pages: 2 } });
    expect(meta).toEqual({ currentPage: 1, total: 4, lastPage: 1, perPage: 50, nextCursor: null });
  });

  test('narrows by kind, number, person and number of the person', async () => {
    expect(await ids({ filter: 'checkCalls' })).toEqual([loose.itemId]);
    expect(await ids({ filter: 'checkVoicemails,checkMessages' })).toEqual([thread.items[1], thread.items[0]]);
    expect(await ids({ numbers: String(other.id) })).toEqual([loose.itemId]);
    expect(await ids({ q: 'flores' })).toHaveLength(3);
    expect(await ids({ q: known.slice(-7) })).toHaveLength(3);
    expect(await ids({ q: 'nobody' })).toEqual([]);
  });

  test('counts days in the zone asked for, else in the company’s', async () => {
    const day = { startDate: '2026-03-05', endDate: '2026-03-05' };
    expect(await ids({ ...day })).not.toContain(thread.items[0]);
    expect(await ids({ ...day, tz: 'UTC' })).toContain(thread.items[0]);
    expect(await ids({ endDate: '2026-03-04' })).toEqual([thread.items[0]]);
    expect(await ids({ startDate: '2026-03-06' })).toEqual([]);
  });

  test('comes by page and by cursor alike', async () => {
    const paged = [...(await ids({ per_page: 3 })), ...(await ids({ per_page: 3, page: 2 }))];
    const first = await agent.call(list, { query: { per_page: 3 } });
    const second = await agent.call(list, { query: { per_page: 3, cursor: first.meta.nextCursor ?? '' } });
    expect([...first.data, ...second.data].map((row) => row.id)).toEqual(paged);
    expect(second.meta).toMatchObject({ total: 4, nextCursor: null });
  });

  test('refuses days that are none, zones that are none, and cursors of others', async () => {
    expect(await refused(agent.refusal(list, { query: { startDate: '2026-02-30' } }))).toEqual({ status: 422, code: 'invalid', field: 'startDate' });
    expect(await refused(agent.refusal(list, { query: { startDate: '2026-03-05', endDate: '2026-03-04' } }))).toMatchObject({ status: 422, field: 'endDate' });
    expect(await refused(agent.refusal(list, { query: { tz: 'Mars/Olympus' } }))).toMatchObject({ status: 422, field: 'tz' });
    expect(await refused(agent.refusal(list, { query: { tz: '+05:00', startDate: '2026-03-05' } }))).toMatchObject({ status: 422, field: 'tz' });
    expect(await refused(agent.refusal(list, { query: { filter: 'checkPigeons' } }))).toMatchObject({ status: 422 });
    const { meta } = await agent.call(list, { query: { per_page: 1 } });
    expect(await refused(foreigner.refusal(list, { query: { cursor: meta.nextCursor ?? '' } }))).toMatchObject({ code: 'cursor_invalid' });
  });

  test('is not for billing, and shows another company nothing', async () => {
    expect(await refused(biller.refusal(list))).toMatchObject({ status: 403 });
    expect((await foreigner.call(list)).data).toEqual([]);
    expect(await refused(foreigner.refusal(list, { query: { companyId: company.id } }))).toMatchObject({ status: 409, code: 'stale_company' });
  });

  test('shows only the numbers a person works', async () => {
    const person = await server.person();
    await server.membership(person, company, 'user', [other.id]);
    const some = (await server.signedIn(person)).in(company);
    expect((await some.call(list)).data.map((row) => row.id)).toEqual([loose.itemId]);
  });
});

describe('marking a call', () => {
  test('as lead or appointment marks its conversation, until the last mark goes', async () => {
    const recipient = stage.outside();
    const { id } = await stage.thread(line, recipient);
    const call = await stage.call(line, recipient, id, minute(5));
    const mark = (ascOptions: { isLead?: boolean; isAppointment?: boolean }) =>
      agent.call(routes.calls.mark, { params: { id: call.id }, body: { ascOptions } });
    expect(await mark({ isLead: true })).toMatchObject({ id: call.id, conversationId: id, ascOptions: { isLead: true, isAppointment: false } });
    expect(await agent.call(routes.conversations.get, { params: { id } })).toMatchObject({ isLead: true, isAppointment: false });
    await mark({ isAppointment: true });
    expect(await mark({ isLead: false })).toMatchObject({ ascOptions: { isLead: false, isAppointment: true } });
    expect(await agent.call(routes.conversations.get, { params: { id } })).toMatchObject({ isLead: false, isAppointment: true });
  });

  test('works for a call without a thread', async () => {
    expect(await agent.call(routes.calls.mark, { params: { id: loose.id }, body: { ascOptions: { isLead: true } } })).toMatchObject({ conversationId: null });
  });

  test('is refused without a mark, for others, and in another company', async () => {
    const params = { id: loose.id };
    expect(await refused(agent.refusal(routes.calls.mark, { params, body: { ascOptions: {} } }))).toMatchObject({ status: 422, field: 'asc_options' });
    expect(await refused(biller.refusal(routes.calls.mark, { params, body: { ascOptions: { isLead: true } } }))).toMatchObject({ status: 403 });
    expect(await refused(foreigner.refusal(routes.calls.mark, { params, body: { ascOptions: { isLead: true } } }))).toMatchObject({ status: 404 });
  });
});
