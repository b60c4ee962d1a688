import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { quietCompany } from './stage.ts';
import { startWorkshop, type Workshop } from './workers.ts';

let shop: Workshop;

beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());

test('killed before and after a text that came in is applied: it stands in its thread once', async () => {
  const { person, line } = await quietCompany(shop.server);
  const told = shop.sandbox.generator.text(line.number, 'Are you open?', '+15035550142', true);
  await told;
  const waiting = () => shop.server.owner.selectFrom('carrier_webhooks').select('id').where('applied_at', 'is', null).execute();
  expect(await waiting()).toHaveLength(1);
  expect(await shop.dieAt('webhook.apply: before applying')).toBe('SIGKILL');
  expect((await person.call(routes.conversations.list)).meta.total).toBe(0);
  expect(await shop.dieAt('webhook.apply: after applying')).toBe('SIGKILL');
  expect(await waiting()).toHaveLength(1);
  shop.work();
  await expect.poll(waiting, { timeout: 60_000, interval: 250 }).toEqual([]);
  expect(await person.call(routes.conversations.list)).toMatchObject({ data: [{ numUnreadItems: 1 }], meta: { total: 1, unread: 1 } });
  const [item] = (await person.call(routes.conversations.itemsOfNumbers)).data;
  expect(item?.details).toMatchObject({ message: 'Are you open?', media: [{ contentType: 'image/png' }] });
  expect(await shop.server.owner.selectFrom('files').select('id').execute()).toHaveLength(1);
});
