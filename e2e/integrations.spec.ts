/** Google Analytics, by keyboard alone: connected, tested, a missed call and a lead reported with the visitor's own id, what undo keeps from leaving, turned off, deleted. */
import { expect, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';
import type { Keyboard } from './support/keyboard.ts';

const stream = { measurementId: 'G-HARBOR0001', apiSecret: 'harbor-secret-0001' };
const pane = (keys: Keyboard, kind: string) => keys.page.locator(`[data-pane="${kind}"]`).filter({ visible: true }).first();

async function fill(keys: Keyboard, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await keys.goTo(name);
    await keys.retype(value);
  }
}

test('Google Analytics is connected, tested, told of calls and leads, and every call says what became of it', async ({ enter, stack }) => {
  test.setTimeout(240_000);
  const { id: company_id } = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  const keys = await enter('ana');
  const row = pane(keys, 'integrations').getByRole('row', { name: new RegExp(stream.measurementId) });
  await keys.palette('Go to Integrations');
  await expect(pane(keys, 'integrations')).toContainText('No integrations yet.');
  expect(await findFaults(keys.page)).toEqual([]);

  await keys.press('c');
  await keys.state('ga4Integration', 'editing');
  await keys.focused('measurementId');
  await keys.type(stream.measurementId);
  await keys.press('mod+enter');
  await expect(keys.page.getByText('Enter the API secret of the stream first').first()).toBeVisible();
  await fill(keys, { apiSecret: stream.apiSecret, parameters: 'call_source = source' });
  await keys.palette('GA4 integration: Toggle event', 'Call');
  await expect(pane(keys, 'integrations').getByRole('checkbox', { name: /^Call/ })).toBeChecked();
  expect(await findFaults(keys.page)).toEqual([]);
  await keys.press('mod+enter');
  await expect(keys.page.getByText('GA4 integration created successfully.').first()).toBeVisible();
  await expect(row).toContainText('Call, missed call, lead, appointment');

  await keys.cursorTo('integrations', stream.measurementId);
  await keys.press('s');
  await expect(keys.page.getByText('Test event sent.').first()).toBeVisible();
  expect(stack.sandbox.analytics.list()[0]).toMatchObject({ name: 'keyline_test', dropped: null });

  const line = await stack.owner
    .selectFrom('phone_numbers')
    .select('number')
    .where('company_id', '=', company_id)
    .where('status', '=', 0)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await stack.sandbox.generator.ring(line.number, '+15035550199', { kind: 'missed' });
  const conversions = () => stack.owner.selectFrom('conversions').select(['kind', 'state']).where('company_id', '=', company_id).orderBy('kind').execute();
  await expect.poll(conversions, { timeout: 60_000 }).toEqual([
    { kind: 'call', state: 'held' },
    { kind: 'missed', state: 'held' },
  ]);
  await keys.palette('Go to Calls');
  await keys.cursorTo('calls', '503-555-0199');
  await keys.press('s');
  await expect.poll(conversions).toContainEqual({ kind: 'lead', state: 'held' });
  await keys.press('z');
  await expect.poll(conversions).toContainEqual({ kind: 'lead', state: 'withdrawn' });
  await keys.palette('Explain conversions');
  const told = pane(keys, 'callConversions').getByRole('listitem');
  await expect(told.filter({ hasText: 'Missed call' })).toContainText('Waiting');
  await expect(told.filter({ hasText: 'Lead' })).toContainText('Withdrawn');
  await expect(told.filter({ hasText: 'Appointment' })).toContainText('Not marked as an appointment');
  expect(await findFaults(keys.page)).toEqual([]);
  await stack.owner
    .updateTable('conversions')
    .set({ due_at: new Date(Date.now() - 1_000) })
    .where('company_id', '=', company_id)
    .where('state', '=', 'held')
    .execute();
  await expect(told.filter({ hasText: 'Missed call' })).toContainText('Accepted', { timeout: 30_000 });
  expect(stack.sandbox.analytics.list().map(({ name }) => name)).toEqual(expect.arrayContaining(['phone_call', 'missed_call']));
  expect(stack.sandbox.analytics.list().some(({ name }) => name === 'generate_lead')).toBe(false);

  await stack.owner.updateTable('conversions').set({ state: 'unknown' }).where('company_id', '=', company_id).where('kind', '=', 'missed').execute();
  await keys.palette('Go to Integrations');
  await keys.palette('Refresh list');
  const column = await pane(keys, 'integrations').getByRole('columnheader', { name: 'Not confirmed' }).getAttribute('aria-colindex');
  await expect(row.locator(`[aria-colindex="${column}"]`)).toHaveText('1');
  await expect(row.getByRole('gridcell').first().locator('svg')).toBeVisible();
  await keys.cursorTo('integrations', stream.measurementId);
  await keys.begin('Send failed events again');
  await keys.state('palette', 'open.reviewing');
  await expect(keys.page.getByText('0 refused, 1 not confirmed').first()).toBeVisible();
  await keys.press('enter');
  await expect(keys.page.getByText('Events are being sent again').first()).toBeVisible();
  await expect.poll(conversions, { timeout: 30_000 }).toContainEqual({ kind: 'missed', state: 'accepted' });

  await keys.palette('Go to Integrations');
  await keys.cursorTo('integrations', stream.measurementId);
  await keys.press('enter');
  await keys.state('ga4Integration', 'editing');
  await expect(pane(keys, 'integrations').locator('[data-field="apiSecret"]')).toHaveValue('');
  await keys.press('mod+enter');
  await expect(keys.page.getByText('GA4 integration updated successfully.').first()).toBeVisible();
  await keys.cursorTo('integrations', stream.measurementId);
  await keys.palette('Toggle integration');
  await expect(row).toContainText('Off');
  await keys.cursorTo('integrations', stream.measurementId);
  await keys.press('#');
  await keys.state('palette', 'open.reviewing');
  await keys.press('enter');
  await expect(keys.page.getByText('GA4 integration deleted successfully.').first()).toBeVisible();
  await expect(pane(keys, 'integrations')).toContainText('No integrations yet.');
});

test('the script of a website brings the id that Google Analytics gave the visitor', async ({ browser, enter, stack }) => {
  test.setTimeout(120_000);
  const keys = await enter('ana');
  const { id: company_id } = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  const { public_key: key } = await stack.owner.selectFrom('dni_sites').select('public_key').where('company_id', '=', company_id).executeTakeFirstOrThrow();
  const { origin } = new URL(stack.sandbox.site.url);
  const { id: pool_id } = await stack.owner
    .insertInto('dni_pools')
    .values({ company_id, name: 'Analytics', source: 'always', origins: [origin], target_numbers: ['+14155550100'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  await stack.owner.insertInto('phone_numbers').values({ company_id, number: '+18585550181', label: 'Analytics line', pool_id }).execute();
  stack.sandbox.site.set({ script: `${stack.url}/dni/${key}/v1.js` });
  const userAgent = (await keys.page.evaluate(() => navigator.userAgent)).replace('Headless', '');
  const visitor = await browser.newContext({ userAgent });
  await visitor.addCookies([{ name: '_ga', value: 'GA1.1.1234567890.9876543210', url: origin }]);
  const page = await visitor.newPage();
  await page.goto(stack.sandbox.site.url);
  const ids = () => stack.owner.selectFrom('dni_sessions').select('ga_client_id').where('company_id', '=', company_id).where('pool_id', '=', pool_id).execute();
  await expect.poll(ids).toEqual([{ ga_client_id: '1234567890.9876543210' }]);
});
