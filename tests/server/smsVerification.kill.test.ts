/** Registrations whose worker is killed, each at another request: the carrier has one brand and one campaign of each. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { draftOf } from './smsVerification.stage.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const calls = routes.smsVerification;
const kinds = [
  'profile',
  'business',
  'representative',
  'address',
  'document',
  'profileSubmission',
  'trustProduct',
  'messagingProfile',
  'trustSubmission',
  'brand',
  'service',
  'campaign',
];
/** After each request, before its id is written down; and before the two that cost something. */
const points = [...kinds.map((kind) => `${kind} made`), 'brand intended', 'campaign intended'];
let shop: Workshop;

beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());

test('killed after each of twelve requests, and before those that cost something: one brand, one campaign', { timeout: 600_000 }, async () => {
  const company = await shop.server.company();
  const owner = await shop.server.worker(company, 'owner');
  const made: { readonly id: number; readonly ein: string }[] = [];
  for (const [at, point] of points.entries()) {
    const { id: number, number: phone } = await shop.server.number(company, { number: `+1213222${4_001 + at}` });
    shop.sandbox.inventory.portIn(phone);
    const ein = `91-55500${10 + at}`;
    const { id } = await owner.call(calls.create, { body: draftOf([number], ein) });
    await owner.call(calls.submit, { body: { id } });
    made.push({ id, ein });
    expect(await shop.dieAt(`registration.work: ${point}`)).toBe('SIGKILL');
    // Restarted workers make it again only after two minutes.
    await shop.server.owner
      .updateTable('sms_steps')
      .set({ intent_at: new Date(Date.now() - 180_000) })
      .where('intent_at', 'is not', null)
      .execute();
  }
  shop.work();
  const states = async () => (await owner.call(calls.list)).data.map(({ status }) => status.local);
  await expect.poll(states, { timeout: 150_000, interval: 500 }).toEqual(points.map(() => 'approved'));
  expect(made.map(({ ein }) => shop.sandbox.registrations.count(ein))).toEqual(made.map(() => ({ brands: 1, campaigns: 1 })));
  const { bundles, endUsers, documents, addresses, services } = shop.sandbox.registrations;
  const each = points.length;
  expect([bundles.size, endUsers.size, documents.size, addresses.size, services.size]).toEqual([2 * each, 3 * each, each, each, each]);
});
