import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, refused, type Stage, stageOf } from './stage.ts';

const calls = routes.notifications;
let server: TestServer;
let company: TestCompany;
let agent: Client;
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

  test('are of the numbers a person works', async () => {
    const person = await server.person();
    await server.seat(person, company, 'user', [two.id]);
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
