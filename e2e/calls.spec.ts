/** Looking into calls, by keyboard alone: a line of words, one call, its transcript, what it is worth. */
import { expect, type Keyboard, test } from './fixtures.ts';

const rows = (keys: Keyboard) => keys.page.locator('[data-pane="calls"] [role="row"]:has([role="gridcell"])');
const line = (keys: Keyboard) => keys.page.getByRole('combobox', { name: 'Search calls' });

test('a line of words narrows the list, points at what it cannot read, and is what chips and commands change', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.press('g c');
  await keys.inPane('calls');
  await expect(rows(keys).first()).toBeVisible();
  await keys.press('/');
  await expect(line(keys)).toBeFocused();
  await keys.type('missed lonnger:5');
  await expect(keys.page.getByText('“lonnger:” is not a filter: did you mean longer:?')).toBeVisible();
  await keys.retype('missed');
  await keys.press('enter');
  await expect(rows(keys).filter({ hasNot: keys.page.getByRole('img', { name: 'Missed call' }) })).toHaveCount(0);
  await expect(rows(keys).first()).toBeVisible();
  await keys.palette('Show calls from the last 7 days');
  await expect(line(keys)).toHaveValue('missed last 7d');
  await keys.palette('Search calls', 'answered');
  await expect(line(keys)).toHaveValue('answered');
  await expect(rows(keys).filter({ hasNot: keys.page.getByRole('img', { name: /Answered|Outbound/ }) })).toHaveCount(0);
});

test('a call found by what was said in it: read, found in, judged, noted, and taken back', async ({ enter }) => {
  const keys = await enter('jo', { path: '/calls' });
  await expect(rows(keys).first()).toBeVisible();
  await keys.palette('Search calls', '"forty thousand miles"');
  await expect(rows(keys)).toHaveCount(1);
  await keys.press('home');
  await keys.press('enter');
  await keys.inPane('call');
  const call = keys.page.locator('[data-pane="call"]');
  await expect(call.getByRole('group', { name: /^Call from/ })).toBeFocused();
  await expect(call.getByRole('group', { name: 'Call timeline' }).getByText('Hangup')).toBeVisible();
  const current = call.locator('[aria-current="true"]');
  await keys.press('n n n');
  await expect(current).toContainText('It is. Would you like to come');
  await keys.press('p');
  await expect(current).toContainText('I saw the blue one');
  await keys.press('/');
  await keys.type('thousand miles');
  await expect(call.locator('mark')).toHaveText('thousand miles');
  await keys.press('enter');
  await expect(current).toContainText('forty thousand miles');
  await keys.press('escape');
  const lead = call.getByRole('button', { name: 'Lead' });
  await expect(lead).toHaveAttribute('aria-pressed', 'true');
  await keys.press('s');
  await expect(lead).toHaveAttribute('aria-pressed', 'false');
  await keys.press('s');
  await expect(lead).toHaveAttribute('aria-pressed', 'true');
  await keys.palette('Set call value', '1,250.50');
  await expect(call.getByText('1,250.5', { exact: true })).toBeVisible();
  await keys.palette('Set call qualification', 'Not qualified');
  await expect(call.getByText('Not qualified', { exact: true })).toBeVisible();
  await keys.press('z');
  await expect(call.getByText('Not qualified', { exact: true })).toHaveCount(0);
  await keys.palette('Add note to call', 'Wants the blue one');
  await expect(call.getByRole('group', { name: 'Notes' })).toContainText('Wants the blue one');
  await keys.palette('Delete call note', 'Wants the blue one');
  await expect(call.getByRole('group', { name: 'Notes' })).toHaveCount(0);
});

test('the conversation beside is with whoever called; the inbox is as it was left', async ({ enter }) => {
  const keys = await enter('jo');
  const pane = (kind: string) => keys.page.locator(`[data-pane="${kind}"]`);
  await expect(pane('contact')).toContainText('Dana Whitfield');
  await keys.press('g c');
  await expect(rows(keys).first()).toContainText('Marcus Lee');
  await keys.press('home');
  await keys.press('enter');
  await keys.inPane('call');
  await expect(pane('call')).toContainText('Marcus Lee');
  await expect(pane('conversation').filter({ visible: true })).toContainText('Marcus Lee');
  await expect(pane('conversation').filter({ visible: true })).not.toContainText('Dana Whitfield');
  await keys.press('escape');
  await keys.press('g i');
  await keys.inPane('inbox');
  await keys.press('enter');
  // Row, conversation and contact are one person.
  for (const kind of ['conversation', 'contact']) await expect(pane(kind).filter({ visible: true })).toContainText('Dana Whitfield');
  await expect(pane('inbox').locator('[data-cursor]')).toContainText('Dana Whitfield');
});

test('a mark that is refused is taken back', async ({ enter, page }) => {
  const keys = await enter('jo', { path: '/calls' });
  await keys.inPane('calls');
  await expect(rows(keys).first()).toBeVisible();
  await keys.press('home');
  await page.route(/\/api\/calls\/\d+$/, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 422, json: { code: 'invalid', message: 'Not now', errors: [] } }) : route.continue(),
  );
  await keys.press('enter');
  await keys.inPane('call');
  const lead = page.locator('[data-pane="call"]').getByRole('button', { name: 'Lead' });
  const before = await lead.getAttribute('aria-pressed');
  await keys.press('s');
  await expect(page.getByText('Not now')).toBeVisible();
  await expect(lead).toHaveAttribute('aria-pressed', before ?? '');
});

test('a search becomes a review: a key for each call, and all of it taken back as one', async ({ enter, stack }) => {
  const keys = await enter('jo', { path: '/calls' });
  await expect(rows(keys).first()).toBeVisible();
  await keys.palette('Search calls', 'answered');
  await expect(rows(keys).first()).toBeVisible();
  await keys.press('v');
  await keys.state('reviewRun', 'deciding');
  await keys.inPane('call');
  const judged = async () =>
    (await stack.owner.selectFrom('calls').select('outcome').where('outcome', 'is not', null).execute()).map(({ outcome }) => outcome).sort();
  const before = await judged();
  const review = keys.page.getByRole('region', { name: 'Review' });
  await expect(review).toContainText('1 of');
  await keys.press('1');
  await expect(review).toContainText('2 of');
  await keys.press('6');
  await expect(review).toContainText('3 of');
  await keys.press(']');
  await expect(review).toContainText('1 skipped');
  await keys.press('[');
  await keys.press('5');
  await expect.poll(judged).toEqual([...before, 'appt_booked', 'not_opportunity', 'opportunity'].sort());
  // A key beside the right one: the last outcome alone is taken back, and its call is open again.
  await expect(review).toContainText('4 of');
  await keys.press('z');
  await expect.poll(judged).toEqual([...before, 'appt_booked', 'opportunity'].sort());
  await expect(keys.page.getByText(/^Undone: Outcome /).last()).toBeVisible();
  await expect(review).toContainText('3 of');
  await keys.press('5');
  await expect.poll(judged).toEqual([...before, 'appt_booked', 'not_opportunity', 'opportunity'].sort());
  await keys.palette('Review: Finish');
  await keys.state('reviewRun', 'summary');
  await expect(review).toContainText('3 reviewed');
  await keys.press('z');
  await expect(review).toContainText('Review undone.');
  await expect.poll(judged).toEqual(before);
  // The outcomes are gone with the run: there is none of them left to undo.
  await keys.find('Undo');
  await expect(keys.page.getByRole('option', { name: /^Undo/ }).first()).not.toContainText('Outcome');
  await keys.press('Escape');
  await keys.palette('Review: Close summary');
  await expect(review).toHaveCount(0);

  // Undo takes a review back that was closed, too; and says it of none that changed nothing.
  await keys.palette('Review calls');
  await keys.state('reviewRun', 'deciding');
  await keys.press('1');
  await expect(review).toContainText('2 of');
  await keys.palette('Review: Finish');
  await keys.palette('Review: Close summary');
  await expect(review).toHaveCount(0);
  await expect.poll(judged).toEqual([...before, 'appt_booked'].sort());
  await keys.press('z');
  await expect.poll(judged).toEqual(before);
});

test('a caller is blocked from the list of calls and let in again, and a call is tagged', async ({ enter, stack }) => {
  const keys = await enter('ana', { path: '/calls' });
  await expect(rows(keys).first()).toBeVisible();
  await keys.press('home');
  const blocks = async () => (await stack.owner.selectFrom('blocks').select('id').execute()).length;
  const before = await blocks();
  await keys.press('!');
  await expect(keys.page.getByText('has been blocked.')).toBeVisible();
  await expect.poll(blocks).toBe(before + 1);
  await keys.press('z');
  await expect.poll(blocks).toBe(before);
  await keys.palette('Create tag', 'extended warranty');
  await expect(keys.page.getByText('Tag “extended warranty” created')).toBeVisible();
  await keys.palette('Add tag to call', 'extended warranty');
  await expect(keys.page.getByText('The call has extended warranty now')).toBeVisible();
  await keys.palette('Search calls', 'tag:"extended warranty"');
  await expect(rows(keys)).toHaveCount(1);
});

test('a call that came while Live calls were looked at is in the list, and counted, as soon as the list is back', async ({ enter, stack }) => {
  const keys = await enter('ana', { path: '/calls' });
  await expect(rows(keys).first()).toBeVisible();
  const counted = async () => Number(/\d+$/.exec(await keys.page.locator('[data-pane="calls"] [data-pane-header]').innerText())?.[0]);
  await expect.poll(counted).toBeGreaterThan(0);
  const before = await counted();
  await keys.press('g v');
  await keys.inPane('live');
  await keys.palette('Sandbox: Call with a scripted caller', 'Service', 'Presses 2, talks, hangs up');
  const ended = () => stack.owner.selectFrom('calls').select('id').where('recipient', '=', '+19075559301').where('ended_at', 'is not', null).execute();
  await expect.poll(ended).toHaveLength(1);
  await keys.press('g c');
  await expect(rows(keys).first()).toContainText('+1 907-555-9301');
  await expect.poll(counted).toBe(before + 1);
  // Here it is put on top of the list that is on the screen.
  await keys.palette('Sandbox: Call with a scripted caller', 'Service', 'Hangs up in the menu');
  await expect.poll(counted).toBe(before + 2);
});
