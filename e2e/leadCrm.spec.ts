/** A lead CRM, by keyboard alone: connected by consent, its stage chosen, a lead made a deal and withdrawn, removed at the vendor and connected again. */
import { expect, type Keyboard, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';

const pane = (keys: Keyboard) => keys.page.locator('[data-pane="integrations"]').filter({ visible: true }).first();

test('a lead CRM is connected by consent, told of a lead until it is unticked, and connected again after it was removed there', async ({ enter, stack }) => {
  test.setTimeout(240_000);
  const { id: company_id } = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  const keys = await enter('ana');
  const crm = stack.sandbox.leadCrm;
  const row = pane(keys).getByRole('row', { name: /Lead CRM/ });
  /** At the vendor: the first button has the keyboard. */
  const answerConsent = async (isAllowed: boolean) => {
    await expect(keys.page.getByRole('heading', { name: 'Keyline asks to enter a CRM' })).toBeVisible();
    await expect(keys.page.getByRole('button', { name: /^Connect / }).first()).toBeFocused();
    if (!isAllowed) {
      const cancel = keys.page.getByRole('button', { name: 'Cancel' });
      while (!(await cancel.evaluate((element) => element === document.activeElement))) await keys.press('Tab');
    }
    await keys.press('Enter');
    await keys.state('companySwitch', 'idle');
    await keys.settled();
  };
  const states = async () =>
    (await stack.owner.selectFrom('conversions').select(['kind', 'state']).where('company_id', '=', company_id).orderBy('id').execute()).map(
      ({ kind, state }) => `${kind} ${state}`,
    );
  const endHolds = () =>
    stack.owner.updateTable('conversions').set({ due_at: new Date() }).where('company_id', '=', company_id).where('state', '=', 'held').execute();

  await keys.begin('Connect lead CRM');
  await answerConsent(false);
  await expect(keys.page.getByText('the consent was canceled').first()).toBeVisible();
  await expect(pane(keys)).toContainText('No integrations yet.');
  await keys.begin('Connect lead CRM');
  await answerConsent(true);
  await expect(keys.page.getByText(/^Lead CRM connected\./).first()).toBeVisible();
  await expect(keys.page).toHaveURL(/\/northwind-motors\/integrations$/);
  await expect(row).toHaveCount(1);
  expect(await findFaults(keys.page)).toEqual([]);

  await keys.cursorTo('integrations', 'Lead CRM');
  await keys.palette('Choose pipeline and stage', 'New lead', 'Cho Park');
  await expect(row).toContainText('On');
  await keys.cursorTo('integrations', 'Lead CRM');
  await keys.palette('Toggle recorded event', 'Call');
  await expect(row).not.toContainText('Call,');

  await keys.cursorTo('integrations', 'Lead CRM');
  await keys.palette('Sync integration');
  await expect(keys.page.getByText('Nothing was due').last()).toBeVisible();

  await keys.palette('Go to Calls');
  await keys.cursorTo('calls', 'Ortega Logistics');
  await keys.palette('Toggle lead');
  await expect.poll(states).toEqual(['lead held']);
  await endHolds();
  await expect.poll(states, { timeout: 30_000 }).toEqual(['lead accepted']);
  expect(crm.list('deals')).toMatchObject([{ properties: { dealname: 'Ortega Logistics, call' }, isArchived: false }]);
  await keys.palette('Explain conversions');
  const told = keys.page.locator('[data-pane="callConversions"]').filter({ visible: true }).first();
  await expect(told.getByRole('listitem').filter({ hasText: 'Lead' })).toContainText('Accepted');
  expect(await findFaults(keys.page)).toEqual([]);
  await keys.palette('Go to Calls');
  await keys.cursorTo('calls', 'Ortega Logistics');
  await keys.palette('Toggle lead');
  await expect.poll(() => crm.list('deals').map(({ isArchived }) => isArchived), { timeout: 60_000 }).toEqual([true]);

  const [deal] = crm.list('deals');
  crm.revoke(deal?.account ?? 0);
  await keys.palette('Toggle lead');
  await expect.poll(states).toContain('lead held');
  await endHolds();
  await keys.palette('Go to Integrations');
  await expect(row).toContainText('Reconnect', { timeout: 30_000 });
  await keys.cursorTo('integrations', 'Lead CRM');
  await keys.begin('Reconnect integration');
  await answerConsent(true);
  await expect(row).toContainText('On');
  await expect.poll(() => crm.list('deals').map(({ isArchived }) => isArchived), { timeout: 60_000 }).toEqual([true, false]);

  await keys.cursorTo('integrations', 'Lead CRM');
  await keys.press('#');
  await keys.state('palette', 'open.reviewing');
  await keys.press('enter');
  await expect(pane(keys)).toContainText('No integrations yet.');
  await expect.poll(() => crm.isInstalled(deal?.account ?? 0), { timeout: 30_000 }).toBe(false);
});
