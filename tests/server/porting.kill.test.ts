import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicPort } from '#sandbox/carrier/ports.ts';
import { papers, portBody } from './porting.stage.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const sending = ['before the documents', 'before the intent', 'after the intent', 'after the request', 'after settling'].map((step) => `ports.send: ${step}`);
const following = ['after asking', 'after bringing in', 'after settling'].map((step) => `ports.follow: ${step}`);
const steps = [...sending, ...following];
let shop: Workshop;

beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());

test('killed at every step of bringing in: each number is asked for once, and the company has it', async () => {
  const owner = await shop.server.worker(await shop.server.company(), 'owner');
  const numbers = steps.map((_, at) => findMagicPort('Comes over', 500 + at));
  const ids: number[] = [];
  for (const [at, step] of steps.entries()) {
    ids.push((await owner.call(routes.porting.create, { body: portBody([numbers[at] ?? '']), files: papers })).id);
    expect(await shop.dieAt(step)).toBe('SIGKILL');
    // Whoever comes back asks anew only after two minutes.
    await shop.server.owner
      .updateTable('port_requests')
      .set({ intent_at: new Date(Date.now() - 180_000) })
      .where('intent_at', 'is not', null)
      .execute();
  }
  shop.work();
  const states = async () => (await owner.call(routes.porting.list, { query: { size: 20 } })).data.map(({ status }) => status);
  await expect.poll(states, { timeout: 150_000, interval: 500 }).toEqual(steps.map(() => 'completed'));
  expect(numbers.map((number) => shop.sandbox.ports.countRequests(number))).toEqual(steps.map(() => 1));
  expect((await owner.call(routes.numbers.list)).data.map(({ number }) => number).sort()).toEqual([...numbers].sort());
  const { statuses } = await owner.call(routes.porting.get, { params: { id: ids[0] ?? 0 } });
  expect(new Set(statuses?.map(({ status, number }) => `${status} ${number}`)).size).toBe(statuses?.length);
});
