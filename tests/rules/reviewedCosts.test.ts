import { expect, test } from 'vitest';
import { createReviewedCosts } from '#src/features/billing/reviewedCosts.ts';

test('the cost that was shown is the one that is sent, once, until it is old', async () => {
  let at = 0;
  const costs = createReviewedCosts<number>(() => at);
  let cost = 120;
  const get = () => costs.get('start', async () => cost);
  expect(await get()).toBe(120);
  cost = 150;
  expect(await get()).toBe(120);
  expect([costs.take('start'), costs.take('start')]).toEqual([120, undefined]);
  expect(await get()).toBe(150);
  at = 600_000;
  expect(costs.take('start')).toBe(undefined);
});
