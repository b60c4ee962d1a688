import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestServer } from './harness.ts';
import { quietCompany, refused } from './stage.ts';

const calls = routes.blocks;
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const targets = async (person: Client) => (await person.call(calls.list)).data.map(({ target, numberId }) => [target, numberId]);

describe('blocked callers', () => {
  test('are blocked everywhere unless a number is named, each once in a place', async () => {
    const { person, line } = await quietCompany(server);
    const everywhere = await person.call(calls.create, { body: { target: '(212) 555-0142' } });
    expect(everywhere).toMatchObject({ target: '+12125550142', global: true, numberId: null, action: 'reject', createdBy: { id: person.person.id } });
    expect((await person.call(calls.create, { body: { target: '+1 212-555-0142', global: true } })).id).toBe(everywhere.id);
    const here = await person.call(calls.create, { body: { target: '+12125550142', numberId: line.id, action: 'busy' } });
    expect(here).toMatchObject({ global: false, numberId: line.id, action: 'busy' });
    expect(await targets(person)).toEqual([
      ['+12125550142', line.id],
      ['+12125550142', null],
    ]);
    await person.call(calls.delete, { params: { id: everywhere.id } });
    expect(await targets(person)).toEqual([['+12125550142', line.id]]);
    expect(await refused(person.refusal(calls.delete, { params: { id: everywhere.id } }))).toMatchObject({ status: 404 });
  });

  test('stand on pages of the size that is asked for, 1000 by default', async () => {
    const { person } = await quietCompany(server);
    await person.call(calls.bulkCreate, { body: { targets: Array.from({ length: 120 }, (_, at) => `+1646555${String(at).padStart(4, '0')}`) } });
    const page = async (number: number) => person.call(calls.list, { query: { page: number, per_page: 50 } });
    expect((await Promise.all([1, 2, 3].map(page))).map(({ data }) => data.length)).toEqual([50, 50, 20]);
    expect((await page(1)).meta).toEqual({ currentPage: 1, total: 120, lastPage: 3, perPage: 50 });
    expect((await person.call(calls.list)).meta).toMatchObject({ perPage: 1_000, lastPage: 1 });
  });

  test('are marked in their threads at once, and a thread that begins blocked begins in the archive', async () => {
    const { person, line, line2, stage } = await quietCompany(server);
    const caller = stage.outside();
    const [one, two] = [await stage.thread(line, caller), await stage.thread(line2, caller)];
    const isBlocked = async (id: number) => (await person.call(routes.conversations.get, { params: { id } })).isBlocked;
    const here = await person.call(calls.create, { body: { target: caller, numberId: line.id } });
    expect([await isBlocked(one.id), await isBlocked(two.id)]).toEqual([true, false]);
    const everywhere = await person.call(calls.create, { body: { target: caller, global: true } });
    expect([await isBlocked(one.id), await isBlocked(two.id)]).toEqual([true, true]);
    await person.call(calls.delete, { params: { id: everywhere.id } });
    expect([await isBlocked(one.id), await isBlocked(two.id)]).toEqual([true, false]);
    await person.call(calls.delete, { params: { id: here.id } });
    expect(await isBlocked(one.id)).toBe(false);
    const stranger = stage.outside();
    await person.call(calls.create, { body: { target: stranger } });
    const begun = await stage.thread(line, stranger);
    expect(await person.call(routes.conversations.get, { params: { id: begun.id } })).toMatchObject({ isBlocked: true, isArchived: true });
  });

  test('come in a pasted list: what is new, what was there, and each line that is none', async () => {
    const { person, line } = await quietCompany(server);
    await person.call(calls.create, { body: { target: '+13125550100' } });
    const answer = await person.call(calls.bulkCreate, { body: { targets: ['312-555-0100', '312 555 0101', '+1 312 555 0101', 'nobody', '', line.number] } });
    expect(answer).toMatchObject({
      already: 1,
      refused: [
        { text: 'nobody', reason: 'not a phone number' },
        { text: line.number, reason: 'your own number' },
      ],
    });
    expect(answer.blocked).toHaveLength(1);
    expect(await refused(person.refusal(calls.bulkDelete, { body: { ids: [...answer.blocked, 999_999] } }))).toMatchObject({ status: 404 });
    expect(await targets(person)).toHaveLength(2);
    expect(await person.call(calls.bulkDelete, { body: { ids: [...answer.blocked, ...answer.blocked] } })).toEqual({ unblocked: 1 });
    expect(await targets(person)).toEqual([['+13125550100', null]]);
  });

  test('on a number that somebody does not work are not theirs to see, make or take away', async () => {
    const { own, person, line, line2 } = await quietCompany(server);
    const limited = await server.person();
    await server.membership(limited, own, 'user', [line.id]);
    const some = (await server.signedIn(limited)).in(own);
    const { id } = await person.call(calls.create, { body: { target: '+13125550177', numberId: line2.id } });
    expect(await targets(some)).toEqual([]);
    expect(await refused(some.refusal(calls.delete, { params: { id } }))).toMatchObject({ status: 404 });
    expect(await refused(some.refusal(calls.create, { body: { target: '+13125550178', numberId: line2.id } }))).toMatchObject({ status: 404 });
    expect(await refused(some.refusal(calls.bulkDelete, { body: { ids: [id] } }))).toMatchObject({ status: 404 });
    expect(await targets(person)).toHaveLength(1);
  });

  test('are refused when they are no numbers, own numbers, or in two places at once', async () => {
    const { own, person, line } = await quietCompany(server);
    const ask = (body: Parameters<typeof person.call<typeof calls.create>>[1]) => refused(person.refusal(calls.create, body ?? { body: { target: '' } }));
    expect(await ask({ body: { target: 'abc' } })).toMatchObject({ status: 422, field: 'target' });
    expect(await ask({ body: { target: line.number } })).toMatchObject({ status: 422, field: 'target' });
    expect(await ask({ body: { target: '+13125550179', numberId: line.id, global: true } })).toMatchObject({ status: 422, field: 'global' });
    expect(await ask({ body: { target: '+13125550179', global: false } })).toMatchObject({ status: 422, field: 'number_id' });
    expect(await refused(person.refusal(calls.bulkCreate, { body: { targets: [] } }))).toMatchObject({ status: 422, field: 'targets' });
    expect(await refused(person.refusal(calls.bulkDelete, { body: { ids: [] } }))).toMatchObject({ status: 422, field: 'ids' });
    expect(await refused(person.refusal(calls.list, { query: { per_page: 1_001 } }))).toMatchObject({ status: 422, field: 'per_page' });
    const reporter = await server.worker(own, 'reporting');
    expect(await refused(reporter.refusal(calls.create, { body: { target: '+13125550180' } }))).toMatchObject({ status: 403 });
    expect((await reporter.call(calls.list)).data).toEqual([]);
  });
});
