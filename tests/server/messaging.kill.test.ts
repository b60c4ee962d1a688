import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import type { TestCompany, TestServer } from './harness.ts';
import { fateOf, type Message } from './outside.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const steps = ['message.send: before the intent', 'message.send: after the intent', 'message.send: after the request', 'message.send: after settling'] as const;

let shop: Workshop;
let company: TestCompany;
let agent: Awaited<ReturnType<TestServer['worker']>>;
let line: { id: number; number: string };

beforeAll(async () => {
  shop = await startWorkshop();
  company = await shop.server.company();
  agent = await shop.server.worker(company, 'user');
  line = await shop.server.number(company);
});
afterAll(() => shop.close());

test('killed at every step of sending: nothing twice, nothing lost, what nobody knows is called unknown', async () => {
  const messages: Message[] = [];
  for (const [at, step] of steps.entries()) {
    const body = { numberId: line.id, recipient: findMagicNumber('Delivered'), message: `Killed ${step}`, clientId: `killed-at-${at}` };
    messages.push(await agent.call(routes.messaging.send, { body, files: [] }));
    expect(await shop.dieAt(step)).toBe('SIGKILL');
  }
  shop.work();
  const fates = async () =>
    Promise.all(
      messages.map(async ({ id, conversationId }) => fateOf(await agent.call(routes.conversations.item, { params: { id: conversationId, itemId: id } }))),
    );
  await expect.poll(fates, { timeout: 90_000, interval: 250 }).toEqual(['delivered', 'unknown', 'delivered', 'delivered']);
  const taken = shop.sandbox.ledger.list({ from: line.number }).map(({ body }) => body);
  expect(taken.sort()).toEqual([`Killed ${steps[2]}`, `Killed ${steps[3]}`, `Killed ${steps[0]}`].sort());
  const attempts = await shop.server.owner.selectFrom('message_attempts').select(['item_id', 'state']).orderBy('item_id').execute();
  expect(attempts.map(({ state }) => state)).toEqual(['accepted', 'unknown', 'accepted', 'accepted']);
});
