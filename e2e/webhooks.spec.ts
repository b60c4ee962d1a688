/** Webhooks, by keyboard alone: created with a secret that is copied once, tested, told of a missed call, turned off by the receiver, sent again, deleted. */
import { expect, type Keyboard, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';

const pane = (keys: Keyboard, kind: string) => keys.page.locator(`[data-pane="${kind}"]`).filter({ visible: true }).first();
const url = 'https://hooks.example/ok/desk';

test('a webhook is created, tested, told of a call, turned off by its receiver, turned on, sent again and deleted', async ({ enter, stack }) => {
  test.setTimeout(240_000);
  const { id: company_id } = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  const { hooks, generator } = stack.sandbox;
  const keys = await enter('ana');
  const row = pane(keys, 'eventHooks').getByRole('row', { name: /hooks\.example/ });
  await keys.palette('Go to Webhooks');
  await expect(pane(keys, 'eventHooks')).toContainText('No webhooks yet.');
  expect(await findFaults(keys.page)).toEqual([]);

  await keys.palette('Create webhook', url, 'Calls');
  await expect(keys.page.getByText('Webhook created. Copy its signing secret now.').first()).toBeVisible();
  await expect(row).toContainText('Call ended, call missed, voicemail, lead marked');
  const secret = pane(keys, 'eventHooks').getByRole('region', { name: 'Signing secret' });
  hooks.trust((await secret.locator('code').textContent()) ?? '');
  expect(await findFaults(keys.page)).toEqual([]);
  await keys.palette('Hide webhook secret');
  await expect(secret).toHaveCount(0);

  await keys.cursorTo('eventHooks', 'hooks.example');
  await keys.press('s');
  await expect(keys.page.getByText(/^Test event delivered: answered 200/).first()).toBeVisible();
  expect(hooks.list()[0]).toMatchObject({ type: 'webhook.test', fault: null });
  await keys.cursorTo('eventHooks', 'hooks.example');
  await keys.palette('Toggle webhook event', 'Lead marked');
  await expect(row).not.toContainText('lead marked');

  const line = await stack.owner
    .selectFrom('phone_numbers')
    .select('number')
    .where('company_id', '=', company_id)
    .where('status', '=', 0)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await generator.ring(line.number, '+15035550199', { kind: 'missed' });
  const told = () => hooks.list().flatMap(({ type, fault }) => (type === 'webhook.test' ? [] : [`${type} ${fault ?? 'holds'}`]));
  await expect.poll(() => told().sort(), { timeout: 60_000 }).toEqual(['call.ended holds', 'call.missed holds']);

  hooks.answer('/ok/desk', 410);
  await keys.palette('Go to Webhooks');
  await keys.cursorTo('eventHooks', 'hooks.example');
  await keys.attempt('Send webhook test event');
  await expect(keys.page.getByText(/didn’t arrive\. Answered 410/).first()).toBeVisible();
  await expect(row).toContainText('Off');
  await expect(row).toContainText('410 Gone');
  await keys.cursorTo('eventHooks', 'hooks.example');
  await keys.press('enter');
  const failed = pane(keys, 'hookDeliveries').getByRole('row', { name: /Test.*Failed/ });
  await expect(failed).toContainText('Answered 410');
  expect(await findFaults(keys.page)).toEqual([]);

  hooks.answer('/ok/desk', null);
  await keys.palette('Go to Webhooks');
  await keys.cursorTo('eventHooks', 'hooks.example');
  await keys.palette('Toggle webhook');
  await expect(keys.page.getByText('Webhook turned on').first()).toBeVisible();
  await keys.cursorTo('eventHooks', 'hooks.example');
  await keys.palette('Show webhook deliveries');
  await keys.cursorTo('hookDeliveries', 'Failed');
  await keys.palette('Send delivery again');
  await expect(keys.page.getByText('Delivery is being sent again').first()).toBeVisible();
  await expect(failed).toHaveCount(0, { timeout: 30_000 });

  await keys.palette('Go to Webhooks');
  await keys.cursorTo('eventHooks', 'hooks.example');
  await keys.press('#');
  await keys.state('palette', 'open.reviewing');
  await keys.press('enter');
  await expect(keys.page.getByText('Webhook deleted').first()).toBeVisible();
  await expect(pane(keys, 'eventHooks')).toContainText('No webhooks yet.');
});
