/** Google Ads, by keyboard alone: connected by consent, its account chosen, the lead of a click told and restated, removed at Google and connected again. */
import { expect, type Keyboard, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';

const pane = (keys: Keyboard) => keys.page.locator('[data-pane="integrations"]').filter({ visible: true }).first();

test('Google Ads is connected by consent, told of the lead of a click until it is unticked, and connected again after it was removed there', async ({
  enter,
  stack,
}) => {
  test.setTimeout(240_000);
  const { owner, sandbox } = stack;
  const { id: company_id } = await owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  const keys = await enter('ana');
  const google = sandbox.googleAds;
  const row = pane(keys).getByRole('row', { name: /Google Ads/ });
  /** At Google: the first button has the keyboard. */
  const answerConsent = async (isAllowed: boolean) => {
    await expect(keys.page.getByRole('heading', { name: 'Keyline wants access to your Google Account' })).toBeVisible();
    await expect(keys.page.getByRole('button', { name: /^Continue as / }).first()).toBeFocused();
    if (!isAllowed) {
      const cancel = keys.page.getByRole('button', { name: 'Cancel' });
      while (!(await cancel.evaluate((element) => element === document.activeElement))) await keys.press('Tab');
    }
    await keys.press('Enter');
    await keys.state('companySwitch', 'idle');
    await keys.settled();
  };
  const states = async () =>
    (await owner.selectFrom('conversions').select(['kind', 'state']).where('company_id', '=', company_id).orderBy('id').execute()).map(
      ({ kind, state }) => `${kind} ${state}`,
    );
  const endHolds = () =>
    owner.updateTable('conversions').set({ due_at: new Date() }).where('company_id', '=', company_id).where('state', '=', 'held').execute();
  const told = () => google.conversions().map(({ actionName, click, value }) => `${actionName} ${click} ${value}`);

  await keys.begin('Connect Google Ads');
  await answerConsent(false);
  await expect(keys.page.getByText('the consent was canceled').first()).toBeVisible();
  await keys.begin('Connect Google Ads');
  await answerConsent(true);
  await expect(keys.page.getByText(/^Google Ads connected\./).first()).toBeVisible();
  await expect(keys.page).toHaveURL(/\/northwind-motors\/integrations$/);
  await expect(row).toHaveCount(1);
  expect(await findFaults(keys.page)).toEqual([]);

  await keys.cursorTo('integrations', 'Google Ads');
  await keys.begin('Choose Google Ads account', ['Harbor Rentals', 'A conversion action for each event']);
  await keys.state('palette', 'open.reviewing');
  await expect(keys.page.getByText(/^Calls: \d[\d,]* of \d/)).toBeVisible();
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await expect(row).toContainText('On');
  await expect(row).toContainText('Harbor Rentals');
  await keys.cursorTo('integrations', 'Google Ads');
  await keys.palette('Toggle conversion', 'Appointment');
  await expect(row).not.toContainText('appointment');

  await keys.cursorTo('integrations', 'Google Ads');
  await keys.palette('Sync integration');
  await expect(keys.page.getByText('Nothing was due').last()).toBeVisible();

  await keys.palette('Go to Calls');
  await keys.cursorTo('calls', 'Ortega Logistics');
  await keys.palette('Toggle lead');
  await expect.poll(states).toEqual(['lead held']);
  // Its caller came by an ad.
  const at = new Date();
  const page = { landing: 'northwind.example/', page: 'northwind.example/', device_type: 'desktop' as const, session_minutes: 30, hold_minutes: 20 };
  const visitor = { key: 'visit-of-an-ad', visitor_key: 'visitor-of-an-ad', source: 'Google Ads', first_source: 'Google Ads', is_first: true };
  const { id: dni_session_id } = await owner
    .insertInto('dni_sessions')
    .values({ company_id, ...visitor, ...page, click_parameter: 'gclid', click_id: 'Cj0-spring', started_at: at, last_seen_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const marked = await owner.selectFrom('conversions').select('call_id').where('company_id', '=', company_id).executeTakeFirstOrThrow();
  await owner.updateTable('calls').set({ dni_session_id }).where('id', '=', marked.call_id).execute();
  await endHolds();
  await expect.poll(states, { timeout: 30_000 }).toEqual(['lead accepted']);
  expect(told()).toEqual(['Keyline lead gclid=Cj0-spring null']);
  await keys.palette('Explain conversions');
  const explained = keys.page.locator('[data-pane="callConversions"]').filter({ visible: true }).first();
  await expect(explained.getByRole('listitem').filter({ hasText: 'Lead' })).toContainText('Accepted');
  expect(await findFaults(keys.page)).toEqual([]);
  await keys.palette('Go to Calls');
  await keys.cursorTo('calls', 'Ortega Logistics');
  await keys.palette('Toggle lead');
  await expect.poll(told, { timeout: 60_000 }).toEqual(['Keyline lead gclid=Cj0-spring 0']);
  await expect.poll(states, { timeout: 30_000 }).toEqual(['lead withdrawn']);

  google.revoke('110248');
  await keys.palette('Toggle lead');
  await expect.poll(states).toEqual(['lead held']);
  await endHolds();
  await keys.palette('Go to Integrations');
  await expect(row).toContainText('Reconnect', { timeout: 30_000 });
  await keys.cursorTo('integrations', 'Google Ads');
  await keys.begin('Reconnect integration');
  await answerConsent(true);
  await expect(row).toContainText('On');
  await expect.poll(told, { timeout: 60_000 }).toEqual(['Keyline lead gclid=Cj0-spring null']);

  await keys.cursorTo('integrations', 'Google Ads');
  await keys.palette('Toggle integration');
  await expect(row).toContainText('Off');
  await keys.cursorTo('integrations', 'Google Ads');
  await keys.press('#');
  await keys.state('palette', 'open.reviewing');
  await keys.press('enter');
  await expect(pane(keys)).toContainText('No integrations yet.');
  await expect.poll(() => google.isInstalled('110248'), { timeout: 30_000 }).toBe(false);
});
