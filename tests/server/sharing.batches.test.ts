/** Batches and exports over what the companies of an organization share, and what is told when it goes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { putCall } from './calls.stage.ts';
import type { Client } from './client.ts';
import { startServer, type TestCompany, type TestServer } from './harness.ts';
import { tone } from './samples.ts';
import { batchDone, stageOf } from './stage.ts';

const { tags, greetings, numbers, routing } = routes;
let server: TestServer;
let unit: { id: number };
let first: TestCompany;
let second: TestCompany;
let admin: Client;
let there: Client;
let line: { id: number; number: string };

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  unit = await server.organization();
  [first, second] = await Promise.all([server.company({ organizationId: unit.id }), server.company({ organizationId: unit.id })]);
  const person = await server.person();
  await server.owner.insertInto('organization_users').values({ organization_id: unit.id, user_id: person.id }).execute();
  admin = await server.signedIn(person);
  there = await server.worker(second, 'owner');
  line = await server.number(second);
});

const files = [{ name: 'welcome.wav', type: 'audio/wav', bytes: tone }];
const sharedGreeting = () => admin.in(first).call(greetings.create, { body: { name: 'Welcome', businessUnitId: unit.id }, files });
const routed = (list: object[], more: object = {}) => there.call(numbers.update, { params: { id: line.id }, body: { routes: list, ...more } });
const undo = async (key: string) => batchDone(there, (await there.call(numbers.undoBulk, { params: { key } })).batchId);

describe('a batch of hours', () => {
  test('leaves the shared greetings of routes, and so does taking it back', async () => {
    const { id } = await sharedGreeting();
    await routed([{ extension: 1, onholdMusicId: id, voicemailGreetingId: id, forwards: [{ number: '+12125550120' }] }]);
    const kept = { routes: [{ onholdMusicId: id, voicemailGreetingId: id }] };
    const body = { key: crypto.randomUUID(), numbers: [line.id], count: 1, words: 'mon-fri 8-6' };
    const { batchId } = await there.call(routing.setHours, { body });
    expect(await batchDone(there, batchId)).toMatchObject({ done: 1 });
    expect(await there.call(routing.get, { params: { id: line.id } })).toMatchObject(kept);
    expect(await undo(batchId)).toMatchObject({ done: 1 });
    expect(await there.call(routing.get, { params: { id: line.id } })).toMatchObject(kept);
  });
});

describe('a batch of tags', () => {
  test('puts a shared tag on numbers, takes it off, and puts it back', async () => {
    const { id } = await admin.in(first).call(tags.create, { body: { name: 'Partner', businessUnitId: unit.id } });
    const tagged = async () => (await there.call(numbers.get, { params: { idOrNumber: String(line.id) } })).tags.map((tag) => tag.id);
    const change = (set: object) => there.call(numbers.bulkUpdate, { body: { key: crypto.randomUUID(), numbers: [line.id], count: 1, set } });
    expect(await batchDone(there, (await change({ addTags: [id] })).batchId)).toMatchObject({ done: 1 });
    expect(await tagged()).toEqual([id]);
    const removal = await change({ removeTags: [id] });
    expect(await batchDone(there, removal.batchId)).toMatchObject({ done: 1 });
    expect(await tagged()).toEqual([]);
    await undo(removal.batchId);
    expect(await tagged()).toEqual([id]);
  });
});

test('an export of calls names the shared tags of a call', async () => {
  const { id } = await admin.in(first).call(tags.create, { body: { name: 'Partner', businessUnitId: unit.id } });
  await there.call(numbers.update, { params: { id: line.id }, body: { tags: [id] } });
  const stage = stageOf(server, second);
  await putCall(stage, second, line, '+12125550177', { at: 2 });
  const made = await there.call(routes.exports.calls, { body: { async: true, format: 'csv', columns: ['tags'], tz: 'America/New_York' } });
  const find = async () => (await there.call(routes.exports.list, {})).data.find((each) => each.id === made.id);
  await expect.poll(async () => (await find())?.finishedAt, { timeout: 20_000 }).toEqual(expect.any(String));
  expect(await (await there.download((await find())?.media?.url ?? '')).text()).toContain('Partner');
});

test('a shared greeting that is deleted is told to the numbers of every company that had it, and to no other', async () => {
  const { id } = await sharedGreeting();
  await routed([{ extension: 1, voicemailGreetingId: id, forwards: [] }]);
  const beside = await server.number(second);
  await there.call(numbers.update, { params: { id: beside.id }, body: { routes: [], greetingId: id } });
  const before = (await there.call(routes.companies.changes, { query: { after: 0 } })).meta.cursor;
  await admin.in(first).call(greetings.delete, { params: { id } });
  expect(await there.call(routing.get, { params: { id: line.id } })).toMatchObject({ routes: [{ voicemailGreetingId: null }] });
  const told = (await there.call(routes.companies.changes, { query: { after: before } })).data;
  expect(told.map(({ kind }) => kind).sort()).toEqual(['greeting-updated', 'number-updated']);
  const here = await admin.in(first).call(routes.companies.changes, { query: { after: 0 } });
  expect(here.data.filter(({ kind }) => kind === 'number-updated')).toEqual([]);
});
