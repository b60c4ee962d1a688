import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { noRoutesInTemplate } from '#contract/templates/texts.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { batchDone, type Line, refused } from './stage.ts';

const calls = routes.templates;
let server: TestServer;
let company: TestCompany;
let owner: Client;
let line: Line;
let other: Line;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await server.company();
  owner = await server.worker(company, 'owner');
  line = await server.number(company, { label: 'Main line' });
  other = await server.number(company, { label: 'Sales' });
});

const desk = [{ extension: 1, label: 'Desk', forwards: [{ number: '+12125550120' }] }];
const make = (body: object = {}) => owner.call(calls.create, { body: { name: 'Showroom', routes: desk, ...body } });
const routingOf = (id: number) => owner.call(routes.routing.get, { params: { id } });
const save = (id: number, ...phones: readonly string[]) =>
  owner.call(routes.numbers.update, { params: { id }, body: { routes: [{ forwards: phones.map((number) => ({ number })) }] } });

describe('a number template', () => {
  test('RULE-062: is sent with its routes as a list and read with them by _id, whatever the ids are', async () => {
    const made = await make({
      routes: [
        { _id: 'r2_b', extension: 2 },
        { _id: 'aB1', extension: 1, forwards: [{ number: '212-555-0120' }, { number: '' }] },
      ],
    });
    expect(Object.keys(made.routes).sort()).toEqual(['aB1', 'r2_b']);
    expect(made.routes.aB1).toMatchObject({ _id: 'aB1', type: 'standard', extension: 1, forwards: [{ number: '+12125550120' }], timeout: 20 });
    expect(made).toMatchObject({ name: 'Showroom', version: 1, hours: { preset: 1, timezone: 'America/New_York' }, recordCalls: false });
    expect(await owner.call(calls.get, { params: { id: made.id } })).toEqual(made);
    expect((await owner.call(calls.list)).data).toEqual([made]);
    const plain = await owner.exchange(calls.get, { params: { id: made.id } });
    expect(plain.body).toMatchObject({ routes: { r2_b: { _id: 'r2_b' }, aB1: { _id: 'aB1' } } });
  });

  test('is changed as a whole, and never written over what somebody else saved', async () => {
    const made = await make();
    const put = (body: object) => ({ params: { id: made.id }, body: { name: 'Showroom', routes: desk, ...body } });
    const changed = await owner.call(calls.update, put({ name: 'Front desk', recordCalls: true, version: 1 }));
    expect(changed).toMatchObject({ name: 'Front desk', recordCalls: true, version: 2 });
    expect(await refused(owner.refusal(calls.update, put({ version: 1 })))).toMatchObject({ status: 409 });
  });

  test('without routes, with a name that is taken, or an id twice, is refused in clear words', async () => {
    await make();
    const empty = await owner.refusal(calls.create, { body: { name: 'Empty', routes: [] } });
    expect([empty.status, empty.body.errors[0]?.field, empty.body.message]).toEqual([422, 'routes', noRoutesInTemplate]);
    const ask = (body: object) => refused(owner.refusal(calls.create, { body: { name: 'Other', routes: desk, ...body } }));
    expect(await ask({ name: 'SHOWROOM' })).toMatchObject({ status: 409, field: 'name' });
    expect(
      await ask({
        routes: [
          { _id: 'a', extension: 1 },
          { _id: 'a', extension: 2 },
        ],
      }),
    ).toMatchObject({ status: 422, field: 'routes.1._id' });
    expect(await ask({ routes: [{ _id: '__proto__' }] })).toMatchObject({ status: 422, field: 'routes.0._id' });
    expect(await ask({ routes: [{ extension: 1 }, { extension: 1 }] })).toMatchObject({ status: 422, field: 'routes.1.extension' });
    expect(await ask({ routes: [{ forwards: [{ number: '12' }] }] })).toMatchObject({ status: 422, field: 'routes.0.forwards.0.number' });
    expect((await owner.call(calls.list)).meta.total).toBe(1);
  });

  test('RULE-226: is removed with others, by a list, all or none', async () => {
    const [one, two] = [await make(), await make({ name: 'Night' })];
    const remove = (ids: number[]) => ({ body: { numberTemplatesToRemove: ids } });
    expect(await refused(owner.refusal(calls.remove, remove([one.id, 987_654])))).toMatchObject({ status: 404 });
    expect((await owner.call(calls.list)).meta.total).toBe(2);
    await owner.call(calls.remove, remove([one.id, two.id]));
    expect((await owner.call(calls.list)).meta.total).toBe(0);
    for (const refusal of [
      owner.refusal(calls.get, { params: { id: one.id } }),
      owner.refusal(calls.update, { params: { id: one.id }, body: { name: 'Gone', routes: desk } }),
    ])
      expect(await refused(refusal)).toMatchObject({ status: 404 });
    expect(await refused(owner.refusal(calls.remove, remove([])))).toMatchObject({ status: 422 });
  });

  test('goes on without a greeting that is deleted', async () => {
    const greeting = await owner.call(routes.greetings.create, { body: { name: 'Hello', content: 'Hello.', voice: 'en-us' } });
    const made = await make({ greetingId: greeting.id, routes: [{ _id: 'r1', voicemailGreetingId: greeting.id }] });
    expect([made.greetingId, made.routes.r1?.voicemailGreetingId]).toEqual([greeting.id, greeting.id]);
    await owner.call(routes.greetings.delete, { params: { id: greeting.id } });
    const left = await owner.call(calls.get, { params: { id: made.id } });
    expect([left.greetingId, left.routes.r1?.voicemailGreetingId]).toEqual([null, null]);
  });
});

test('templates are another company’s secret', async () => {
  const made = await make();
  const stranger = await server.worker(await server.company(), 'owner');
  expect(await refused(stranger.in(company).refusal(calls.list))).toMatchObject({ status: 404 });
  expect(await refused(stranger.refusal(calls.get, { params: { id: made.id } }))).toMatchObject({ status: 404 });
});

describe('a template on numbers', () => {
  const both = () => ({ numbers: [line.id, other.id], count: 2 });
  const preview = async (id: number, body: object = {}) => owner.call(calls.preview, { params: { id }, body: { version: 1, ...both(), ...body } });
  const apply = (id: number, key: string, body: object = {}) => owner.call(calls.apply, { params: { id }, body: { key, version: 1, ...both(), ...body } });

  test('shows first what it will change, with alike numbers together and what is left out', async () => {
    const made = await make();
    await save(line.id, '+12125550111');
    await save(other.id, '+12125550111');
    const fax = await server.number(company, { label: 'Fax' });
    await server.owner.updateTable('phone_numbers').set({ line_type: 2 }).where('id', '=', fax.id).execute();
    const already = await server.number(company, { label: 'Desk' });
    await owner.call(routes.numbers.update, { params: { id: already.id }, body: { routes: desk } });
    expect(await preview(made.id, { numbers: undefined, all: true, count: 4 })).toEqual({
      count: 4,
      changed: 2,
      skipped: [
        { count: 1, reason: 'already uses this routing' },
        { count: 1, reason: 'fax number (no call routing)' },
      ],
      differences: [{ count: 2, sample: ['Main line', 'Sales'], before: ['1 → +1 212-555-0111'], after: ['1 "Desk" → +1 212-555-0120'] }],
    });
  });

  test('is put there as a batch, once a key, each number keeping its time zone, and taken back to what each had', async () => {
    const made = await make({ hours: { preset: 2, timezone: 'America/New_York' }, recordCalls: true });
    await owner.call(routes.numbers.update, {
      params: { id: line.id },
      body: { routes: [{ forwards: [{ number: '+12125550111' }] }], hours: { preset: 1, timezone: 'America/Denver' } },
    });
    const before = [await routingOf(line.id), await routingOf(other.id)];
    const { batchId } = await apply(made.id, 'put-the-template');
    expect((await apply(made.id, 'put-the-template')).batchId).toBe(batchId);
    expect(await batchDone(owner, batchId)).toMatchObject({ total: 2, done: 2, skipped: 0 });
    expect(await routingOf(line.id)).toMatchObject({ hours: { preset: 2, timezone: 'America/Denver' }, recordCalls: true, version: 2 });
    expect((await routingOf(other.id)).routes[0]).toMatchObject({ label: 'Desk', forwards: [{ number: '+12125550120' }] });
    const listed = (await owner.call(routes.numbers.list)).data.map(({ forwardNumber, hoursLabel }) => [forwardNumber, hoursLabel]);
    expect(listed).toEqual([
      ['+12125550120', 'Mon-Fri (9-5)'],
      ['+12125550120', 'Mon-Fri (9-5)'],
    ]);
    const undo = await owner.call(routes.numbers.undoBulk, { params: { key: 'put-the-template' } });
    expect(await batchDone(owner, undo.batchId)).toMatchObject({ done: 2 });
    const after = [await routingOf(line.id), await routingOf(other.id)];
    expect(after.map(({ version: _, ...routing }) => routing)).toEqual(before.map(({ version: _, ...routing }) => routing));
  });

  test('is taken back without the greetings that were deleted since', async () => {
    const greeting = await owner.call(routes.greetings.create, { body: { name: 'Music', content: 'Hello.', voice: 'en-us' } });
    const heard = { onholdMusicId: greeting.id, voicemailGreetingId: greeting.id };
    await owner.call(routes.numbers.update, { params: { id: line.id }, body: { routes: [{ ...heard, forwards: [{ number: '+12125550111' }] }] } });
    await batchDone(owner, (await apply((await make()).id, 'put-over-music')).batchId);
    await owner.call(routes.greetings.delete, { params: { id: greeting.id } });
    const undo = await owner.call(routes.numbers.undoBulk, { params: { key: 'put-over-music' } });
    expect(await batchDone(owner, undo.batchId)).toMatchObject({ done: 2 });
    expect((await routingOf(line.id)).routes).toMatchObject([{ forwards: [{ number: '+12125550111' }], onholdMusicId: null, voicemailGreetingId: null }]);
  });

  test('is not taken back from a number that somebody changed since', async () => {
    const made = await make();
    await batchDone(owner, (await apply(made.id, 'put-and-changed')).batchId);
    await save(line.id, '+12125550177');
    const undo = await owner.call(routes.numbers.undoBulk, { params: { key: 'put-and-changed' } });
    expect(await batchDone(owner, undo.batchId)).toMatchObject({ done: 1, skipped: 1 });
    expect((await routingOf(line.id)).routes[0]?.forwards).toMatchObject([{ number: '+12125550177' }]);
  });

  test('never leads a number back to itself, straight or over another', async () => {
    await save(other.id, line.number);
    const made = await make({ routes: [{ forwards: [{ number: other.number }] }] });
    const third = await server.number(company, { label: 'Third' });
    const all = { numbers: [line.id, other.id, third.id], count: 3 };
    expect(await preview(made.id, all)).toMatchObject({ changed: 1, skipped: [{ count: 2, reason: 'would forward to themselves' }] });
    expect(await batchDone(owner, (await apply(made.id, 'loops-are-left-out', all)).batchId)).toMatchObject({ done: 1, skipped: 2 });
    expect((await routingOf(third.id)).routes[0]?.forwards).toMatchObject([{ number: other.number }]);
  });

  test('is refused in another version or count than was shown, and to who may not say how numbers ring', async () => {
    const made = await make();
    const ask = (body: object) =>
      refused(owner.refusal(calls.apply, { params: { id: made.id }, body: { key: 'not-as-shown', version: 1, ...both(), ...body } }));
    expect(await ask({ version: 2 })).toMatchObject({ status: 409, field: 'version' });
    expect(await ask({ count: 5 })).toMatchObject({ status: 409, code: 'count_changed' });
    expect(await refused(owner.refusal(calls.preview, { params: { id: made.id }, body: { version: 1, all: true, count: 9 } }))).toMatchObject({ status: 409 });
    expect(await refused(owner.refusal(calls.preview, { params: { id: made.id }, body: { version: 1, count: 2 } }))).toMatchObject({ status: 422 });
    const agent = await server.worker(company, 'user');
    const body = { key: 'not-for-a-user', version: 1, ...both() };
    expect(await refused(agent.refusal(calls.apply, { params: { id: made.id }, body }))).toMatchObject({ status: 403 });
  });
});
