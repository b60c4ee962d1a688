/** Billing by keyboard alone: a card on the card service's page, a declined one, cancel and keep, a smaller plan and back, the yearly offer, a failed payment. */
import { billingMessages, formatPastDueBanner } from '#contract/billing/texts.ts';
import { expect, test } from './fixtures.ts';
import type { Keyboard } from './support/keyboard.ts';

const pane = (keys: Keyboard) => keys.page.locator('[data-pane="billing"]');
const plan = (keys: Keyboard) => pane(keys).getByRole('region', { name: 'Plan' });
const card = (keys: Keyboard) => pane(keys).getByRole('region', { name: 'Payment method' });

/** Enters a card on the page of the card service, whose first field has the keyboard. */
async function enterCard(keys: Keyboard, number: string): Promise<void> {
  await expect(keys.page.getByRole('heading', { name: 'Card' })).toBeVisible();
  await expect(keys.page.getByLabel('Card number')).toBeFocused();
  await keys.type(number);
  await keys.press('enter');
}

/** Runs a command that shows what it costs first; returns its sentence. */
async function runReviewed(keys: Keyboard, title: string, ...args: string[]): Promise<string> {
  await keys.begin(title, args);
  await keys.state('palette', 'open.reviewing');
  const sentence = (await keys.flow('palette').textContent()) ?? '';
  await keys.press('enter');
  await keys.state('palette', 'closed');
  return sentence;
}

test('a card is added, the subscription canceled, kept, changed and made yearly; a failed payment is retried', async ({ enter, stack }) => {
  test.setTimeout(240_000);
  const keys = await enter('ana');
  await keys.press('g l');
  await expect(plan(keys)).toContainText('No subscription');
  await expect(plan(keys)).toContainText(billingMessages.noSubscription);
  await keys.palette('Update payment method');
  await enterCard(keys, '4000000000000002');
  await expect(keys.page.getByRole('alert')).toContainText('Your card was declined.');
  await enterCard(keys, '4242424242424242');
  await expect(keys.page.getByText(billingMessages.saved).first()).toBeVisible({ timeout: 30_000 });
  await keys.settled();
  await expect(card(keys)).toContainText('Visa ending in 4242');
  expect(await runReviewed(keys, 'Start subscription', 'Unlimited, monthly')).toContain('$60.00 is charged now.');
  await expect(plan(keys)).toContainText('Active');
  await expect(pane(keys).getByRole('row', { name: /KEY-\d+.*Paid.*\$60\.00/ })).toBeVisible();
  expect(await runReviewed(keys, 'Change to larger plan', 'Premium, monthly')).toContain('$60.00 is charged now.');
  await expect(plan(keys)).toContainText('Premium, monthly');
  expect(await runReviewed(keys, 'Cancel subscription')).toContain('Nothing is charged now.');
  await keys.state('subscription', 'canceling');
  await expect(plan(keys)).toContainText('Ends on');
  await runReviewed(keys, 'Keep subscription');
  await keys.state('subscription', 'active');
  await runReviewed(keys, 'Change to smaller plan', 'Unlimited, monthly');
  await expect(plan(keys)).toContainText('Changes to Unlimited, monthly on');
  await runReviewed(keys, 'Revert plan change');
  await expect(plan(keys)).toContainText('Renews on');
  expect(await runReviewed(keys, 'Change to yearly plan')).toContain('You save $240.00 per year');
  await expect(plan(keys)).toContainText('Premium, yearly');
  await expect(pane(keys).locator('[data-row]')).toHaveCount(3, { timeout: 15_000 });
  // The year ends, and the bank says no.
  const { engine } = stack.sandbox.cards;
  for (const each of engine.cards.values()) engine.cards.set(each.id, { ...each, isDeclined: true });
  engine.advance(null, engine.now() + 366 * 86_400);
  const banner = keys.page.getByRole('region', { name: 'Past due' });
  await expect(banner).toContainText(formatPastDueBanner(1_200), { timeout: 30_000 });
  await runReviewed(keys, 'Retry payment');
  await expect(keys.page.getByText(billingMessages.cardFailed).first()).toBeVisible();
  for (const each of engine.cards.values()) engine.cards.set(each.id, { ...each, isDeclined: false });
  await runReviewed(keys, 'Retry payment');
  await expect(banner).toHaveCount(0);
  await keys.state('subscription', 'active');
});
