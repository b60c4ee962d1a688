/** A line of a company from its purchase to the end of its first call, by keyboard alone. */
import { expect, type Keyboard, test } from './fixtures.ts';

// Slow enough for a person to see a call while it goes on.
test.use({ pace: 0.25 });

const pane = (keys: Keyboard, kind: string) => keys.page.locator(`[data-pane="${kind}"]`);
const rows = (keys: Keyboard, kind: string) => pane(keys, kind).locator('[role="row"]:has([role="gridcell"])');

/** Buys the first number that spells PLUMB; as it is shown. */
async function buy(keys: Keyboard): Promise<string> {
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await keys.page.keyboard.insertText('buy 800 ends PLUMB');
  await keys.pick('Buy numbers: 800 ends PLUMB');
  await keys.press('enter');
  await keys.state('numberPurchase', 'results');
  const first = rows(keys, 'purchase').first();
  await expect(first).toContainText(/800-\d\d-PLUMB/);
  const number = /\+1 800-\d{3}-\d{4}/.exec(await first.innerText())?.[0] ?? '';
  // Beside it stands no number that isn't bought.
  await expect(pane(keys, 'routing')).not.toContainText(/\+1 \d{3}/);
  await keys.palette('Add selected numbers to purchase');
  await keys.state('numberPurchase', 'confirming');
  await expect(keys.page.getByRole('region', { name: 'Confirm purchase' })).toContainText('$2.15 per month');
  await keys.press('mod+enter');
  await keys.state('numberPurchase', 'bought');
  await expect(pane(keys, 'routing')).toContainText('PLUMB');
  return number;
}

/** Edits the call routing of the number just bought: Enter opens it. */
async function route(keys: Keyboard, line: string): Promise<void> {
  await expect(keys.page.getByRole('group', { name: 'Keyboard shortcuts' })).toContainText('call routing');
  await keys.press('enter');
  await keys.inPane('routing');
  await expect(pane(keys, 'routing')).toContainText('PLUMB');
  await keys.state('routingEdit', 'editing');
  await keys.palette('Edit routing as text');
  await keys.focused('routing');
  await keys.retype('1 → +1 907 555 92; 2 → voicemail');
  const faults = pane(keys, 'routing').getByRole('alert').filter({ hasText: /\S/ });
  await expect(faults.first()).toBeVisible();
  await keys.retype(line);
  await expect(faults).toHaveCount(0);
  await keys.palette('Toggle call recording');
  await keys.press('mod+enter');
  await expect(keys.page.getByText('The number has been updated').last()).toBeVisible();
}

const simulator = (keys: Keyboard) => keys.page.getByRole('region', { name: 'Simulated call' });
const simulate = (keys: Keyboard, number: string) => keys.palette('Test call routing', number, '+1 212 555 0147', 'sunday 18:05', '2');

test('a vanity number is bought, routed, given hours, simulated, rung, watched, reviewed; another caller is blocked and let in again', async ({ enter }) => {
  const keys = await enter('ana', { path: '/numbers' });
  await keys.inPane('numbers');
  const number = await buy(keys);
  await route(keys, '1 → +1 907 555 9204; 2 → +1 907 555 9202');

  await keys.press('escape');
  await keys.press('g n');
  await keys.inPane('numbers');
  await keys.press('/');
  await keys.retype(number);
  await keys.press('enter');
  await expect(rows(keys, 'numbers')).toHaveCount(1);
  await keys.press('home');
  await keys.palette('Turn on call transcription');
  await keys.palette('Copy hours from another number', 'Service');
  await simulate(keys, number);
  await expect(simulator(keys)).toContainText('Closed on Sunday');
  await keys.press('g n');
  await keys.inPane('numbers');
  await keys.press('z');
  await simulate(keys, number);
  await expect(simulator(keys)).toContainText('Rings +1 907-555-9202');
  await expect(simulator(keys)).toContainText('Caller ID shown: +1 212-555-0147, the caller’s number');

  await keys.press('g v');
  await keys.inPane('live');
  await keys.palette('Sandbox: Call with a scripted caller', number, 'Presses 2, talks, hangs up');
  const now = rows(keys, 'live');
  await expect(now).toContainText('in menu');
  await expect(now).toContainText('Extension 2 → ringing +1 907-555-9202');
  await expect(now).toContainText('connected to +1 907-555-9202');
  await expect(now).toHaveCount(0);

  await keys.press('g c');
  await keys.inPane('calls');
  await expect(rows(keys, 'calls').first()).toContainText('+1 907-555-9301');
  await keys.press('home');
  await keys.press('enter');
  await keys.inPane('call');
  const call = pane(keys, 'call');
  await expect(call.getByRole('group', { name: 'Call timeline' })).toContainText('Extension Selected · 2');
  await expect(call.getByRole('group', { name: /^Transcript/ })).toContainText('Customer');
  await keys.press('n n');
  await expect(call.locator('[aria-current="true"]')).toContainText('Customer');
  const lead = call.getByRole('button', { name: 'Lead' });
  await keys.press('s');
  await expect(lead).toHaveAttribute('aria-pressed', 'true');
  // It shows before it is saved; the notice of a command that ends later takes the place of the next one's.
  await expect(keys.page.getByText('Marked as a lead')).toBeVisible();

  await keys.press('g c');
  await keys.inPane('calls');
  await keys.press('home arrowdown');
  const other = rows(keys, 'calls').nth(1);
  await expect(other).toHaveAttribute('data-cursor', 'true');
  await keys.press('!');
  await expect(keys.page.getByText(/has been blocked\./)).toBeVisible();
  await keys.press('z');
  await expect(keys.page.getByText(/^Undone: /).last()).toBeVisible();
});
