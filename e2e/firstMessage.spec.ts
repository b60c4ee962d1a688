/** The first message to anybody, by keyboard alone: whom, Enter, Enter, and the words. */
import { getWallTime } from '#contract/text/zones.ts';
import { expect, type Keyboard, test } from './fixtures.ts';

const thread = (keys: Keyboard) => keys.page.locator('[data-pane="conversation"]');
const rows = (keys: Keyboard) => keys.page.locator('[data-pane="inbox"] [data-row]');
const option = (keys: Keyboard, text: string) => keys.page.locator('[data-flow="palette"] [role="option"]').filter({ hasText: text });

test('to a number nobody knows: c, the number, Enter, Enter, and it is written', async ({ enter }) => {
  const keys = await enter('jo');
  await expect(rows(keys).first()).toBeVisible();
  await keys.press('c');
  await keys.type('(212) 867.5309');
  await keys.press('enter');
  await expect(keys.page.getByRole('combobox', { name: 'From' })).toBeFocused();
  await keys.press('enter');
  await keys.focused('message');
  await expect(thread(keys).locator('h2')).toHaveText('+1 212-867-5309');
  await expect(thread(keys).getByRole('list', { name: 'Before the first message' })).toContainText('no consent on record');
  await expect(rows(keys).filter({ hasText: '867-5309' })).toHaveCount(0);
  await keys.type('Your car is ready');
  await keys.press('mod+enter');
  await expect(thread(keys).getByRole('log', { name: /Conversation with/ })).toContainText('Your car is ready');
  await expect(rows(keys).filter({ hasText: '867-5309' })).toHaveCount(1);
});

test('to a contact without a conversation: r asks only from which number; left again, nothing stays in the inbox, and the draft waits', async ({
  enter,
  stack,
}) => {
  const keys = await enter('jo');
  await expect(rows(keys).first()).toBeVisible();
  const before = await rows(keys).count();
  const { company_id } = await stack.owner.selectFrom('contacts').select('company_id').where('name', '=', 'Dana Whitfield').executeTakeFirstOrThrow();
  await stack.owner.insertInto('contacts').values({ company_id, name: 'Zora Quill', number: '+12065550177' }).execute();
  await keys.palette('Go to contact', 'Zora Quill');
  await keys.inPane('contact');
  await expect(thread(keys)).toContainText('No conversation with this contact yet');
  await keys.press('r');
  await expect(keys.page.getByRole('combobox', { name: 'From' })).toBeFocused();
  await keys.press('enter');
  await keys.focused('message');
  await expect(thread(keys).locator('h2')).toHaveText('Zora Quill');
  await keys.type('Hello Zora');
  await keys.press('escape');
  await keys.press('g i');
  await expect(rows(keys)).toHaveCount(before);
  await keys.page.reload();
  await keys.state('companySwitch', 'idle');
  await expect(rows(keys)).toHaveCount(before);
  await keys.press('c');
  await keys.type('Zora');
  await expect(option(keys, 'Zora Quill')).toBeVisible();
  await keys.press('enter');
  await expect(keys.page.getByRole('combobox', { name: 'From' })).toBeFocused();
  await keys.press('enter');
  await keys.focused('message');
  await expect(keys.page.locator('[data-field="message"]')).toHaveValue('Hello Zora');
});

test('somebody who opted out is shown with the reason and cannot be chosen', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await expect(rows(keys).first()).toBeVisible();
  const { company_id } = await stack.owner.selectFrom('contacts').select('company_id').where('name', '=', 'Dana Whitfield').executeTakeFirstOrThrow();
  await stack.owner.insertInto('opt_outs').values({ company_id, number: '+12065550178', source: 'text', at: new Date() }).execute();
  await keys.press('c');
  await keys.type('206 555 0178');
  await expect(option(keys, '+1 206-555-0178')).toContainText('Recipient opted out');
  await keys.press('enter');
  await expect(keys.page.getByRole('combobox', { name: 'To' })).toBeFocused();
});

test.describe('outside of their hours', () => {
  // Eight hours that begin in two, or have just ended, where they are.
  const hour = Math.floor(getWallTime('America/New_York', Date.now()).minutes / 60);
  const from = hour < 15 ? hour + 2 : hour - 8;
  test.use({ textingHours: `${from}-${from + 8}` });

  test('what they agreed to and when stands over the composer, and one command schedules the text for their time', async ({ enter, stack }) => {
    const keys = await enter('jo');
    await expect(rows(keys).first()).toBeVisible();
    const { company_id } = await stack.owner.selectFrom('contacts').select('company_id').where('name', '=', 'Dana Whitfield').executeTakeFirstOrThrow();
    const consent = { optin_type: 'web_form', optin_source: 'Spring promo', added_at: new Date('2026-05-03T16:00:00Z') };
    await stack.owner
      .insertInto('contacts')
      .values({ company_id, name: 'Ines Park', number: '+12128675318', ...consent })
      .execute();
    await keys.press('c');
    await keys.type('212 867 5318');
    await expect(option(keys, 'Ines Park')).toBeVisible();
    await keys.press('enter');
    await expect(keys.page.getByRole('combobox', { name: 'From' })).toBeFocused();
    await keys.press('enter');
    await keys.focused('message');
    const facts = thread(keys).getByRole('list', { name: 'Before the first message' });
    await expect(facts).toContainText('Consent on record: web form · Spring promo · May 3, 2026');
    await expect(facts.getByRole('button', { name: /^Schedule for .*\d:00 [AP]M their time$/ })).toBeVisible();
    await keys.type('Your car is ready');
    await keys.palette('Schedule for recipient’s time');
    await expect(thread(keys).getByRole('article', { name: 'Message to Ines Park' })).toContainText(/for .*\d:00 [AP]M/);
    expect(stack.sandbox.ledger.list({ to: '+12128675318' })).toEqual([]);
  });

  test('one that is sent waits for their morning, and its notice offers the key that takes it back into the composer', async ({ enter, stack }) => {
    const keys = await enter('jo');
    await expect(rows(keys).first()).toBeVisible();
    await keys.press('c');
    await keys.type('212 867 5319');
    await expect(option(keys, '+1 212-867-5319')).toBeVisible();
    await keys.press('enter');
    await expect(keys.page.getByRole('combobox', { name: 'From' })).toBeFocused();
    await keys.press('enter');
    await keys.focused('message');
    await keys.type('Your car is ready');
    await keys.press('mod+enter');
    const notice = keys.page.getByRole('region', { name: 'What just happened' }).getByRole('group');
    await expect(notice).toContainText(/Outside hours for a first text\. Scheduled for .*\d:00 [AP]M their time/);
    await expect(notice.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-keyshortcuts', /Z/i);
    await expect(thread(keys).getByRole('article')).toHaveCount(1);
    await expect(rows(keys).filter({ hasText: '867-5319' })).toHaveCount(1);
    await keys.press('mod+z');
    await expect(thread(keys).locator('[data-field="message"]')).toHaveValue('Your car is ready');
    await expect(thread(keys).getByRole('article')).toHaveCount(0);
    // Nothing is in it again: it is open, and in no list.
    await expect(rows(keys).filter({ hasText: '867-5319' })).toHaveCount(0);
    expect(stack.sandbox.ledger.list({ to: '+12128675319' })).toEqual([]);
  });
});
