/** A text that sounds like an opt-out: seen in the list and in its thread, decided by one key. */
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';

const tom = 'Tom Haverford';
const inboxRow = (keys: Keyboard, text: string) => keys.page.locator('[data-pane="inbox"] [data-row]').filter({ hasText: text });
const thread = (keys: Keyboard) => keys.page.locator('[data-pane="conversation"]');
const flag = (keys: Keyboard) => thread(keys).getByText('Sounds like an opt-out', { exact: true });
const listed = (keys: Keyboard, text: string) => inboxRow(keys, text).getByRole('img', { name: 'Sounds like an opt-out' });
const unable = (keys: Keyboard) => thread(keys).getByText('has opted out. You can’t text them until they reply START.');

/** A contact and the number of ours they texted last. */
async function lineOf(stack: Stack, name: string): Promise<{ theirs: string; ours: string }> {
  const row = await stack.owner
    .selectFrom('conversations')
    .innerJoin('contacts', 'contacts.id', 'conversations.contact_id')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'conversations.number_id')
    .select(['contacts.number as theirs', 'phone_numbers.number as ours'])
    .where('contacts.name', '=', name)
    .orderBy('conversations.last_activity_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row;
}

/** Confirms, after a look at who is opted out: only their START ends it. */
async function optOut(keys: Keyboard): Promise<void> {
  await keys.press('shift+y');
  await keys.state('palette', 'open.reviewing');
  await keys.press('enter');
  await keys.state('palette', 'closed');
}

/** They text in plain words; the person opens the conversation and stands in its thread. */
async function flagged(keys: Keyboard, stack: Stack): Promise<{ theirs: string; ours: string }> {
  const line = await lineOf(stack, tom);
  await stack.sandbox.generator.text(line.ours, 'please stop texting me', line.theirs);
  await expect(listed(keys, tom)).toBeVisible();
  await keys.palette('Open conversation', tom);
  await expect(flag(keys)).toBeVisible();
  await keys.press('g i');
  await keys.press('enter');
  await keys.inPane('conversation');
  return line;
}

test('shift+y confirms: the flags go, and the composer says why nothing can be written', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await expect(inboxRow(keys, tom)).toBeVisible();
  await flagged(keys, stack);
  await optOut(keys);
  await expect(unable(keys)).toBeVisible();
  await expect(flag(keys)).toHaveCount(0);
  await expect(thread(keys).getByText('opt-out confirmed')).toBeVisible();
  await expect(listed(keys, tom)).toHaveCount(0);
});

test('shift+n dismisses: the flags go, they can be written to, and z brings the flag back', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await expect(inboxRow(keys, tom)).toBeVisible();
  await flagged(keys, stack);
  await keys.press('shift+n');
  await expect(flag(keys)).toHaveCount(0);
  await expect(listed(keys, tom)).toHaveCount(0);
  await keys.press('z');
  await expect(flag(keys)).toBeVisible();
  await expect(listed(keys, tom)).toBeVisible();
  await keys.press('shift+n');
  await expect(flag(keys)).toHaveCount(0);
  await keys.press('r');
  await keys.focused('message');
  await keys.type('Understood, about your order only');
  await keys.press('mod+enter');
  await expect(thread(keys).getByRole('log', { name: /Conversation with/ })).toContainText('about your order only');
});

test('the key decides about the flagged text also when a later one stands under it', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await expect(inboxRow(keys, tom)).toBeVisible();
  const { theirs, ours } = await flagged(keys, stack);
  await stack.sandbox.generator.text(ours, 'And who is this?', theirs);
  await expect(thread(keys).getByText('And who is this?')).toBeVisible();
  await expect(thread(keys).getByText('This message sounds like an opt-out')).toBeVisible();
  await optOut(keys);
  await expect(unable(keys)).toBeVisible();
  await expect(flag(keys)).toHaveCount(0);
});

test('whoever opted out without being a contact: the composer says so at once, and r says why; after their START it is there again', async ({
  enter,
  stack,
}) => {
  const keys = await enter('jo');
  const stranger = '+14155550993';
  const { ours } = await lineOf(stack, tom);
  await expect(inboxRow(keys, tom)).toBeVisible();
  await stack.sandbox.generator.text(ours, 'Is the part there?', stranger);
  await expect(inboxRow(keys, 'Is the part there?')).toBeVisible();
  await keys.press('g i');
  await keys.press('home');
  await keys.cursorTo('inbox', 'Is the part there?');
  await keys.press('enter');
  await keys.inPane('conversation');
  await expect(keys.page.locator('[data-field="message"]')).toBeVisible();
  await stack.sandbox.generator.text(ours, 'STOP', stranger);
  await expect(thread(keys).getByText('+1 415-555-0993 has opted out. You can’t text them until they reply START.')).toBeVisible();
  await keys.press('r');
  await expect(keys.page.getByText('Recipient opted out. They must reply START first.')).toBeVisible();
  await stack.sandbox.generator.text(ours, 'START', stranger);
  const message = keys.page.locator('[data-field="message"]');
  await expect(message).toBeVisible();
  // Keys typed right behind a refused key are swallowed until there is a pause.
  await expect(async () => {
    await keys.press('r');
    await expect(message).toBeFocused({ timeout: 500 });
  }).toPass({ intervals: [1_000] });
});
