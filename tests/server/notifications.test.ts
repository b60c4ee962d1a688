import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, refused, type Stage, stageOf } from './stage.ts';

const calls = routes.notifications;
let server: TestServer;
let company: TestCompany;
let agent: Awaited<ReturnType<TestServer['worker']>>;
let colleague: Client;
let reporter: Client;
let foreigner: Client;
let stage: Stage;
let one: Line;
let two: Line;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  agent = await server.worker(company, 'user');
  colleague = await server.worker(company, 'user');
  reporter = await server.worker(company, 'reporting');
  foreigner = await server.worker(await server.company(), 'owner');
  stage = stageOf(server, company);
  one = await server.number(company);
  two = await server.number(company);
  await stage.thread(one, stage.outside(), [{}, { type: 'voicemail' }]);
  await stage.thread(two, stage.outside(), [{}, { type: 'fax', pages: 1 }]);
  const archived = await stage.thread(two, stage.outside());
  await agent.call(routes.conversations.archive, { params: { id: archived.id } });
});
afterAll(() => server.close());

describe('unread counts', () => {
  test('count the inbox by kind and by number', async () => {
    expect(await agent.call(calls.counts)).toEqual({ unreadConversations: 2, unreadItems: 4, byType: { calls: 0, messages: 2, voicemail: 1, fax: 1 } });
    expect((await agent.call(calls.countsByNumber)).data).toEqual([
      { numberId: one.id, conversations: 1, items: 2 },
      { numberId: two.id, conversations: 1, items: 2 },
    ]);
  });

  test('leave out what the person silenced, for that person alone', async () => {
    expect(await agent.call(calls.block, { body: { numberIds: [one.id, two.id], channelTypes: ['messages'] } })).toEqual({
      data: [
        { numberId: one.id, channelTypes: ['messages'] },
        { numberId: two.id, channelTypes: ['messages'] },
      ],
    });
    await agent.call(calls.block, { body: { numberId: one.id, channelTypes: ['messages', 'voicemails'] } });
    expect(await agent.call(calls.counts)).toMatchObject({ unreadConversations: 1, unreadItems: 1, byType: { messages: 0, voicemail: 0, fax: 1 } });
    expect((await colleague.call(calls.counts)).unreadItems).toBe(4);
    expect((await colleague.call(calls.blocks)).data).toEqual([]);
    expect(await agent.call(calls.unblock, { body: { numberId: one.id, channelTypes: ['messages', 'voicemails'] } })).toEqual({
      data: [{ numberId: two.id, channelTypes: ['messages'] }],
    });
    await agent.call(calls.unblock, { body: { numberId: two.id, channelTypes: ['messages'] } });
    expect((await agent.call(calls.counts)).unreadItems).toBe(4);
  });

  test('by number, of the inbox, of the company and in the list of companies leave it out too', async () => {
    const counted = async (client: Client) => ({
      byNumber: (await client.call(calls.countsByNumber)).data.map(({ numberId, conversations, items }) => [numberId, conversations, items]),
      inbox: (await client.call(routes.conversations.list, { query: {} })).meta.unread,
      ofOne: (await client.call(routes.conversations.list, { query: { numberIds: [String(one.id)] } })).meta.unread,
      company: (await client.call(routes.companies.get, { params: { id: company.id } })).unreadCount,
      slim: (await client.call(routes.companies.slim, { query: {} })).data[0]?.unreadCount,
      mine: (await client.call(routes.me.companies, {})).data[0]?.unreadCount,
    });
    const all = {
      byNumber: [
        [one.id, 1, 2],
        [two.id, 1, 2],
      ],
      inbox: 2,
      ofOne: 1,
      company: 2,
      slim: 2,
      mine: 2,
    };
    expect(await counted(agent)).toEqual(all);
    // Of what is unread on a number one kind is left: its conversation still counts.
    await agent.call(calls.block, { body: { numberId: one.id, channelTypes: ['messages'] } });
    expect(await counted(agent)).toEqual({
      ...all,
      byNumber: [
        [one.id, 1, 1],
        [two.id, 1, 2],
      ],
    });
    await agent.call(calls.block, { body: { numberId: one.id, channelTypes: ['voicemails'] } });
    const without = { byNumber: [[two.id, 1, 2]], inbox: 1, ofOne: 0, company: 1, slim: 1, mine: 1 };
    expect(await counted(agent)).toEqual(without);
    await agent.call(calls.block, { body: { numberId: two.id, channelTypes: ['messages', 'faxes'] } });
    expect(await counted(agent)).toEqual({ byNumber: [], inbox: 0, ofOne: 0, company: 0, slim: 0, mine: 0 });
    expect(await counted(colleague)).toEqual(all);
    await agent.call(calls.unblock, { body: { numberIds: [one.id, two.id], channelTypes: ['calls', 'messages', 'voicemails', 'faxes'] } });
    expect(await counted(agent)).toEqual(all);
  });

  test('are told to be others to that person alone when something is silenced or heard again', async () => {
    const position = async () => (await agent.call(routes.companies.changes, { query: { after: 0 } })).meta.cursor;
    const before = await position();
    const told = vi.spyOn(server.services.realtime, 'user');
    await agent.call(calls.block, { body: { numberId: one.id, channelTypes: ['faxes'] } });
    await agent.call(calls.unblock, { body: { numberId: one.id, channelTypes: ['faxes'] } });
    const event = [agent.person.id, { kind: 'notification-counts', companyId: company.id }];
    expect(told.mock.calls).toEqual([event, event]);
    expect(await position()).toBe(before);
  });

  test('are of the numbers a person works', async () => {
    const person = await server.person();
    await server.membership(person, company, 'user', [two.id]);
    const some = (await server.signedIn(person)).in(company);
    expect(await some.call(calls.counts)).toMatchObject({ unreadConversations: 1, unreadItems: 2 });
    expect((await some.call(calls.countsByNumber)).data.map((row) => row.numberId)).toEqual([two.id]);
    expect(await refused(some.refusal(calls.block, { body: { numberId: one.id, channelTypes: ['calls'] } }))).toMatchObject({ status: 404 });
  });
});

test('silencing is refused without numbers, with unknown kinds, of others, and to those who may not', async () => {
  expect(await refused(agent.refusal(calls.block, { body: { channelTypes: ['calls'] } }))).toEqual({ status: 422, code: 'invalid', field: 'number_ids' });
  expect(await refused(agent.refusal(calls.block, { body: { numberId: one.id, channelTypes: [] } }))).toMatchObject({ status: 422, field: 'channel_types' });
  expect((await agent.exchange(calls.block, { body: { number_id: one.id, channel_types: ['pigeons'] } })).status).toBe(422);
  expect(await refused(agent.refusal(calls.block, { body: { numberId: 999_999, channelTypes: ['calls'] } }))).toMatchObject({ status: 404 });
  expect(await refused(foreigner.refusal(calls.block, { body: { numberId: one.id, channelTypes: ['calls'] } }))).toMatchObject({ status: 404 });
  expect(await refused(reporter.refusal(calls.block, { body: { numberId: one.id, channelTypes: ['calls'] } }))).toMatchObject({ status: 403 });
  expect(await refused(agent.refusal(calls.unblock, { body: { channelTypes: ['calls'] } }))).toEqual({ status: 422, code: 'invalid', field: 'number_ids' });
  expect(await refused(foreigner.refusal(calls.unblock, { body: { numberId: one.id, channelTypes: ['calls'] } }))).toMatchObject({ status: 404 });
  expect(await refused(foreigner.refusal(calls.blocks, { params: { companyId: company.id } }))).toMatchObject({ status: 409 });
  expect(await refused(foreigner.refusal(calls.counts, { query: { companyId: company.id } }))).toMatchObject({ status: 409 });
});
