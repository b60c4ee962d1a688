/** Team chat, by keyboard alone: connected by consent, its channel chosen, missed calls posted in a thread, revoked at the vendor and connected again, deleted. */
import { expect, type Keyboard, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';

const pane = (keys: Keyboard) => keys.page.locator('[data-pane="integrations"]').filter({ visible: true }).first();

test('a team chat is connected by consent, told of missed calls in one thread, connected again after it was revoked, and deleted', async ({ enter, stack }) => {
  test.setTimeout(240_000);
  const { id: company_id } = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  const keys = await enter('ana');
  const row = pane(keys).getByRole('row', { name: /Harbor Bikes/ });
  const chat = stack.sandbox.teamChat;
  /** At the vendor: the first button has the keyboard. */
  const answerConsent = async (isAllowed: boolean) => {
    await expect(keys.page.getByRole('heading', { name: 'Keyline asks to enter a workspace' })).toBeVisible();
    await expect(keys.page.getByRole('button', { name: 'Allow in Harbor Bikes' })).toBeFocused();
    if (!isAllowed) for (let at = 0; at < 2; at += 1) await keys.press('Tab');
    await keys.press('Enter');
    await keys.state('companySwitch', 'idle');
    await keys.settled();
  };

  await keys.begin('Connect team chat');
  await answerConsent(false);
  await expect(keys.page.getByText('the consent was canceled').first()).toBeVisible();
  await expect(pane(keys)).toContainText('No integrations yet.');
  await keys.begin('Connect team chat');
  await answerConsent(true);
  await expect(keys.page.getByText('Harbor Bikes connected. Choose a channel.').first()).toBeVisible();
  await expect(row).toContainText('No channel');
  await expect(keys.page).toHaveURL(/\/northwind-motors\/integrations$/);
  expect(await findFaults(keys.page)).toEqual([]);

  await keys.cursorTo('integrations', 'Harbor Bikes');
  await keys.palette('Choose channel', 'missed-calls');
  await expect(keys.page.getByText('Posted in #missed-calls').first()).toBeVisible();
  await expect(row).toContainText('Missed call, voicemail, lead');
  await keys.cursorTo('integrations', 'Harbor Bikes');
  await keys.palette('Toggle posted event', 'Lead');
  await expect(row).toContainText('Missed call, voicemail');
  await expect(row).not.toContainText('lead');

  const line = await stack.owner
    .selectFrom('phone_numbers')
    .select('number')
    .where('company_id', '=', company_id)
    .where('status', '=', 0)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const states = async () =>
    (await stack.owner.selectFrom('conversions').select(['kind', 'state']).where('company_id', '=', company_id).orderBy('id').execute()).map(
      ({ kind, state }) => `${kind} ${state}`,
    );
  /** A call nobody takes, whose hold is over. */
  const miss = async (before: readonly string[]) => {
    await stack.sandbox.generator.ring(line.number, '+15035550199', { kind: 'missed' });
    await expect.poll(states, { timeout: 60_000 }).toEqual([...before, 'missed held']);
    const due_at = new Date(Date.now() - 1_000);
    await stack.owner.updateTable('conversions').set({ due_at }).where('company_id', '=', company_id).where('state', '=', 'held').execute();
  };
  await miss([]);
  await expect.poll(states, { timeout: 30_000 }).toEqual(['missed accepted']);
  await keys.palette('Go to Calls');
  await keys.cursorTo('calls', '503-555-0199');
  await keys.palette('Explain conversions');
  const told = keys.page.locator('[data-pane="callConversions"]').filter({ visible: true }).first();
  await expect(told).toContainText('Team chat, Harbor Bikes #missed-calls');
  await expect(told.getByRole('listitem').filter({ hasText: 'Missed call' })).toContainText('Accepted');
  expect(await findFaults(keys.page)).toEqual([]);

  await miss(['missed accepted']);
  await expect.poll(states, { timeout: 30_000 }).toEqual(['missed accepted', 'missed accepted']);
  const [first, second] = chat.list();
  expect(first).toMatchObject({ channel: 'C0MISSED', threadTs: null, text: expect.stringContaining('503-555-0199') });
  expect(second?.threadTs).toBe(first?.ts);

  chat.revoke('T0HARBOR1');
  await miss(['missed accepted', 'missed accepted']);
  await keys.palette('Go to Integrations');
  await expect(row).toContainText('Reconnect', { timeout: 30_000 });
  await expect(row).toContainText('invalid_auth');
  await keys.cursorTo('integrations', 'Harbor Bikes');
  await keys.begin('Reconnect integration');
  await answerConsent(true);
  await expect(row).toContainText('On');
  await expect.poll(states, { timeout: 30_000 }).toEqual(['missed accepted', 'missed accepted', 'missed accepted']);

  await keys.cursorTo('integrations', 'Harbor Bikes');
  await keys.palette('Toggle integration');
  await expect(row).toContainText('Off');
  await keys.cursorTo('integrations', 'Harbor Bikes');
  await keys.press('#');
  await keys.state('palette', 'open.reviewing');
  await keys.press('enter');
  await expect(keys.page.getByText('Team chat integration deleted').first()).toBeVisible();
  await expect(pane(keys)).toContainText('No integrations yet.');
  await expect.poll(() => chat.isInstalled('T0HARBOR1'), { timeout: 30_000 }).toBe(false);
});
