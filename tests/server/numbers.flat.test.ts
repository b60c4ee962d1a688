/** Many numbers at once, as the specification writes it: changes and filters flat, no key, a count only where everything is meant. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import type { TestCompany, TestServer } from './harness.ts';
import { startServer } from './harness.ts';
import { batchDone, refused } from './stage.ts';

type Person = Awaited<ReturnType<TestServer['worker']>>;
const calls = routes.numbers;
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

interface Scene {
  readonly company: TestCompany;
  readonly person: Person;
  readonly lines: readonly { readonly id: number }[];
}
async function scene(): Promise<Scene> {
  const company = await server.company();
  const person = await server.worker(company, 'owner');
  const lines = [];
  for (const label of ['One', 'Two', 'Three']) lines.push(await server.number(company, { label }));
  return { company, person, lines };
}
const labels = async ({ person }: Scene) =>
  (await person.call(calls.list)).data
    .filter(({ status }) => status !== 2)
    .map(({ label, status }) => `${label} ${status}`)
    .sort();
const done = async ({ person }: Scene, { batchId }: { readonly batchId: string }) => batchDone(person, batchId);

test('flat fields are what changes, of the numbers that are listed', async () => {
  const on = await scene();
  const [one, two] = on.lines;
  const batch = await on.person.call(calls.bulkUpdate, { body: { numbers: [one?.id ?? 0, two?.id ?? 0], label: 'Sales', status: 1 } });
  expect(await done(on, batch)).toMatchObject({ total: 2, done: 2 });
  expect(await labels(on)).toEqual(['Sales 1', 'Sales 1', 'Three 0']);
});

test('flat filters beside all narrow a change and a removal', async () => {
  const on = await scene();
  expect(await done(on, await on.person.call(calls.bulkUpdate, { body: { all: true, q: 'Two', label: 'Second' } }))).toMatchObject({ total: 1 });
  expect(await labels(on)).toEqual(['One 0', 'Second 0', 'Three 0']);
  expect(await done(on, await on.person.call(calls.bulkUpdate, { body: { all: true, status: 0, q: 'One', set: { status: 1 } } }))).toMatchObject({ total: 1 });
  expect(await labels(on)).toEqual(['One 1', 'Second 0', 'Three 0']);
  expect(await done(on, await on.person.call(calls.bulkRemove, { body: { all: true, status: 1 } }))).toMatchObject({ total: 1 });
  expect(await labels(on)).toEqual(['Second 0', 'Three 0']);
  expect(await on.person.call(calls.bulkRemove, { body: { all: true, q: 'Nowhere' } })).toMatchObject({ batch: { total: 0 } });
});

test('what could mean two things, or everything, is refused', async () => {
  const on = await scene();
  const [one] = on.lines;
  const change = (body: object) => refused(on.person.refusal(calls.bulkUpdate, { body }));
  expect(await change({ all: true, status: 0 })).toEqual({ status: 422, code: 'invalid', field: 'status' });
  expect(await change({ all: true, label: 'All' })).toEqual({ status: 422, code: 'invalid', field: 'count' });
  expect(await change({ all: true, q: 'One', label: 'X', set: { label: 'Y' } })).toEqual({ status: 422, code: 'invalid', field: 'set' });
  expect(await change({ numbers: [one?.id ?? 0], status: 2 })).toEqual({ status: 422, code: 'invalid', field: 'status' });
  expect(await change({ numbers: [one?.id ?? 0], label: 'X', tagId: 4 })).toEqual({ status: 422, code: 'invalid', field: 'tag_id' });
  expect(await change({ all: true, city: 'Rome', label: 'X' })).toMatchObject({ status: 422, field: 'city' });
  expect(await refused(on.person.refusal(calls.bulkRemove, { body: { all: true } }))).toEqual({ status: 422, code: 'invalid', field: 'count' });
  expect(await on.person.call(calls.bulkRemove, { body: { all: true, count: 3 } })).toMatchObject({ batch: { total: 3 } });
});
