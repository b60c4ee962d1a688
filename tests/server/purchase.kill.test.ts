import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicOffer } from '#sandbox/carrier/inventory.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const steps = ['numbers.buy: before the intent', 'numbers.buy: after the intent', 'numbers.buy: after the request', 'numbers.buy: after settling'] as const;
let shop: Workshop;

beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());

test('killed at every step of buying: each number bought once, and the company has it', async () => {
  const owner = await shop.server.worker(await shop.server.company(), 'owner');
  const numbers = steps.map((_, at) => findMagicOffer('Bought', 100 + at));
  for (const [at, step] of steps.entries()) {
    await owner.call(routes.purchase.buy, { body: { key: `killed-at-step-${at}`, numbers: [numbers[at] ?? ''], monthlyCost: 1.15 } });
    expect(await shop.dieAt(step)).toBe('SIGKILL');
  }
  shop.work();
  const states = () => Promise.all(steps.map(async (_, at) => (await owner.call(routes.purchase.get, { params: { key: `killed-at-step-${at}` } })).state));
  await expect.poll(states, { timeout: 120_000, interval: 250 }).toEqual(steps.map(() => 'bought'));
  expect(numbers.map((number) => shop.sandbox.inventory.countSales(number))).toEqual([1, 1, 1, 1]);
  expect((await owner.call(routes.numbers.list)).data.map(({ number }) => number).sort()).toEqual([...numbers].sort());
});
