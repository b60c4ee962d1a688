/** Workers of the catalog that are killed: no number is bought twice, no text is sent twice, nothing that was chosen is lost. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const { catalog } = routes;
const sender = '+12125550100';
let shop: Workshop;

beforeAll(async () => {
  shop = await startWorkshop({ catalogSender: sender });
});
afterAll(() => shop.close());

const patience = { timeout: 120_000, interval: 250 };

test('killed at every step of an activation, between one number and the next: each bought once, all of them there', async () => {
  const { client } = await shop.server.catalogAccount();
  const offers = (await client.call(catalog.random)).data.slice(0, 3);
  await client.call(catalog.activate, { body: { ids: offers.map(({ id }) => id) } });
  for (const step of ['catalog.buy: before the request', 'catalog.buy: after the request', 'catalog.buy: after settling'])
    expect(await shop.dieAt(step)).toBe('SIGKILL');
  const sold = () => offers.map(({ number }) => shop.sandbox.inventory.countSales(number));
  expect(Math.max(...sold())).toBe(1);
  const worker = shop.work();
  const states = async () => (await client.call(catalog.numbers)).data.map(({ state, isActive }) => [state, isActive]);
  await expect.poll(states, patience).toEqual(offers.map(() => ['ready', true]));
  expect(sold()).toEqual([1, 1, 1]);
  expect(await client.call(catalog.usage)).toMatchObject({ activeNumbers: 3, boughtNumbers: 3, orderedNumbers: 0 });
  worker.kill('SIGKILL');
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
});

test('killed at every step of an invitation: sent once at most, and what became of it is said', async () => {
  const { client } = await shop.server.catalogAccount();
  const steps = ['before the intent', 'after the intent', 'after the request', 'after settling'] as const;
  const phones = steps.map((_, at) => `+1305555${2_000 + at}`);
  for (const [at, step] of steps.entries()) {
    await client.call(catalog.invite, { body: { phoneNumber: phones[at] ?? '' } });
    expect(await shop.dieAt(`catalog.invite: ${step}`)).toBe('SIGKILL');
  }
  shop.work();
  const ended = async () => (await client.call(catalog.invitations)).data.filter(({ state }) => state !== 'waiting' && state !== 'sending').length;
  await expect.poll(ended, patience).toBe(phones.length);
  // Which job a worker died of is its own affair: what was taken is said to be sent, anything else is unsure and stays so.
  const { data } = await client.call(catalog.invitations);
  for (const { phoneNumber, state } of data)
    expect([state, shop.sandbox.ledger.list({ from: sender, to: phoneNumber }).length]).toEqual(state === 'sent' ? ['sent', 1] : ['unknown', 0]);
  expect(data.map(({ state }) => state)).toContain('sent');
});
