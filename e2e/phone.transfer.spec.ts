/** A call that is handed on, by keyboard alone: two people with the carrier's own SDK, a caller who goes from one to the other. */
import { expect, test } from './fixtures.ts';
import { createAxe } from './support/axe.ts';
import { card, goActive, loudness, talkWith, withSound } from './support/phone.ts';

test.use(withSound);

test('a call is handed on to a colleague, comes back when they decline, and is theirs the second time', async ({ enter, another, stack }) => {
  const { keys, played } = await talkWith({ enter, stack });
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  const page = await another();
  await page.context().grantPermissions(['microphone']);
  const other = await enter('uma', { page });
  await goActive(other);

  // Colleagues who can't take it are shown with why.
  await keys.page.bringToFront();
  await keys.press('t');
  await expect(keys.page.getByRole('option', { name: /Uma/ })).toContainText('Rings in the app');
  await expect(keys.page.getByRole('option', { name: /Away|No page open/ }).first()).toBeVisible();
  expect((await createAxe(keys.page).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await keys.page.keyboard.type('Uma');
  await expect(keys.page.getByRole('option').first()).toContainText('Uma');
  await keys.page.keyboard.press('Enter');
  await expect(card(keys.page)).toContainText(/Transferred to Uma/);
  await expect(card(page)).toHaveAttribute('data-state', 'ringing');
  await expect(card(page)).toContainText(/Transferred by Ana/);
  expect((await createAxe(page).analyze()).violations.map(({ id }) => id)).toEqual([]);

  await page.bringToFront();
  await other.press('d');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ringing');
  await expect(card(keys.page)).toContainText(/Back to you: Uma .*didn’t answer/);
  await keys.page.bringToFront();
  await keys.press('a');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected');
  await expect(card(keys.page)).not.toContainText('Back to you');
  await keys.palette('Transfer call', 'Uma');
  await expect(card(keys.page)).toContainText(/Transferred to Uma/);
  await page.bringToFront();
  await expect(card(page)).toHaveAttribute('data-state', 'ringing');
  await other.press('a');
  await expect(card(page)).toHaveAttribute('data-state', 'connected');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  await other.press('shift+x');
  const { sid } = await played;
  const kept = () => stack.owner.selectFrom('calls').select(['answered_by', 'live_state', 'steps']).where('carrier_sid', '=', sid).executeTakeFirstOrThrow();
  await expect.poll(async () => (await kept()).live_state).toBeNull();
  const { steps, answered_by: who } = await kept();
  expect(who).toMatch(/^Uma/);
  expect(steps.filter(({ step }) => step === 'Transferred')).toHaveLength(2);
});
