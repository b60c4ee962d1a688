/** Campaigns by keyboard: written with a merge field, reviewed, armed and stopped, sent; its report adds up and agrees with the carrier’s ledger. */
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { expect, type Keyboard, test } from './fixtures.ts';
import type { Stack } from './support/stack.ts';

const shown = (keys: Keyboard, pane: string) => keys.page.locator(`[data-pane="${pane}"]`).filter({ visible: true });
const rows = (keys: Keyboard, pane = 'campaign') => shown(keys, pane).locator('[data-row]');
const cursor = (keys: Keyboard, pane = 'campaign') => shown(keys, pane).locator('[data-cursor]');
const chip = (keys: Keyboard, name: RegExp | string) => shown(keys, 'campaign').getByRole('button', { name });

interface Person {
  readonly name: string;
  readonly number: string;
  readonly isOptedOut?: boolean;
}

/** The company of the tests, a group of it with these people, and a number that sends without waiting. */
async function fillGroup(stack: Stack, name: string, people: readonly Person[]) {
  const company = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  const group = await stack.owner.insertInto('contact_groups').values({ company_id: company.id, name }).returning('id').executeTakeFirstOrThrow();
  const contacts = await stack.owner
    .insertInto('contacts')
    .values(people.map(({ name: called, number }) => ({ company_id: company.id, name: called, number })))
    .returning('id')
    .execute();
  await stack.owner
    .insertInto('contact_group_members')
    .values(contacts.map(({ id }) => ({ company_id: company.id, group_id: group.id, contact_id: id })))
    .execute();
  const out = people.filter(({ isOptedOut }) => isOptedOut);
  if (out.length > 0)
    await stack.owner
      .insertInto('opt_outs')
      .values(out.map(({ number }) => ({ company_id: company.id, number, source: 'keyword' })))
      .execute();
  const line = await stack.owner
    .selectFrom('phone_numbers')
    .selectAll()
    .where('company_id', '=', company.id)
    .where('sms_enabled', '=', true)
    .where('status', '=', 0)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await stack.owner.insertInto('number_pace').values({ number_id: line.id, company_id: company.id, tokens: 100, rate: 100 }).execute();
  return { companyId: company.id, line };
}

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, at) => ({ name: `Pat ${at + 1} Reader`, number: `+1212555${String(4_000 + at)}` }));

const message = (keys: Keyboard) => keys.page.locator('[data-field="campaignMessage"]');

/** Writes a campaign up to its draft: title, text with a merge field, group and number. */
async function write(keys: Keyboard, title: string, group: string, number: string): Promise<void> {
  await keys.press('g m');
  await keys.inPane('campaigns');
  // On a busy machine the pane may take longer than keys are held for.
  await keys.settled();
  await keys.press('c');
  await keys.focused('campaignTitle');
  await keys.type(title);
  for (let at = 0; at < 8 && !(await message(keys).evaluate((field) => field === document.activeElement)); at += 1) await keys.press('tab');
  await keys.focused('campaignMessage');
  await keys.type('Hi %%');
  await keys.state('palette', 'open.asking');
  await keys.type('first');
  await keys.press('enter');
  await keys.focused('campaignMessage');
  await keys.type(', come by');
  await expect(message(keys)).toHaveValue('Hi %%firstname%%, come by');
  await keys.palette('Choose campaign group', group);
  await keys.palette('Choose campaign number', number);
  await expect(shown(keys, 'campaign')).toContainText('40 of 1,000 characters · 1 segment');
  await keys.press('mod+s');
  await expect(shown(keys, 'campaign').getByRole('heading', { name: /Longest text/ })).toBeVisible();
}

test('a campaign is written by keys, reviewed, armed, stopped, armed again and sent; its sums are those of the ledger', async ({ enter, stack }) => {
  test.slow();
  const unreachable = { name: 'Una Reachable', number: findMagicNumber('Undelivered: unreachable (30003)') };
  const { line } = await fillGroup(stack, 'Spring buyers', [...people(12), unreachable, { name: 'Stan Stopped', number: '+12125554900', isOptedOut: true }]);
  const keys = await enter('ana');
  await keys.press('g m');
  await keys.inPane('campaigns');
  await expect(shown(keys, 'campaigns')).toContainText('No campaigns yet.');
  await write(keys, 'Spring sale', 'Spring buyers', line.label);
  await expect(rows(keys, 'campaigns')).toContainText('Spring sale');
  await keys.press('mod+enter');
  await keys.state('campaign', 'reviewing.ready');
  await expect(shown(keys, 'campaign').getByRole('heading', { name: 'Send to 13 of 14 recipients' })).toBeVisible();
  await expect(chip(keys, 'Sent right away 13')).toBeVisible();
  await expect(chip(keys, 'Opted out 1')).toBeVisible();
  await expect(rows(keys)).toHaveCount(14);
  await keys.press('f');
  await keys.state('palette', 'open.asking');
  await keys.type('Opted');
  await keys.press('enter');
  await expect(rows(keys)).toHaveCount(1);
  await expect(cursor(keys)).toContainText('Stan Stopped');
  await keys.press('shift+f');
  await expect(rows(keys)).toHaveCount(14);

  // Armed, and stopped before a single text.
  await keys.press('mod+enter');
  await keys.state('campaign', 'armed');
  await expect(keys.page.locator('[data-armed]')).toContainText('Spring sale');
  await keys.press('z');
  await keys.state('campaign', 'editing');
  await expect(message(keys)).toHaveValue('Hi %%firstname%%, come by');
  expect(stack.sandbox.ledger.list({ from: line.number })).toEqual([]);

  await keys.press('mod+enter');
  await keys.state('campaign', 'reviewing.ready');
  await keys.press('mod+enter');
  await keys.state('campaign', 'armed');
  // One of them says STOP while the campaign is held back: nobody is texted who said so.
  await stack.sandbox.generator.text(line.number, 'STOP', '+12125554003');
  await keys.state('campaign', 'sent');
  await expect(chip(keys, 'Delivered 11')).toBeVisible();
  await expect(chip(keys, 'Undelivered 1')).toBeVisible();
  await expect(chip(keys, 'Skipped 2')).toBeVisible();
  const texts = stack.sandbox.ledger.list({ from: line.number }).filter(({ body }) => body.endsWith('come by\nReply STOP to stop'));
  expect(texts).toHaveLength(12);
  expect(new Set(texts.map(({ to }) => to)).size).toBe(12);
  expect(texts.map(({ to }) => to)).not.toContain('+12125554003');
  await expect(rows(keys, 'campaigns')).toContainText('Sent');

  // The ones that did not arrive, with the reason; `r` opens the conversation of one.
  await keys.palette('Filter delivery report', 'Undelivered');
  await expect(rows(keys)).toHaveCount(1);
  await expect(cursor(keys)).toContainText('30003');
  await keys.inPane('campaign');
  await keys.press('r');
  await keys.focused('message');
  await expect(shown(keys, 'conversation').getByRole('heading', { level: 2 })).toHaveText('Una Reachable');
});

test('a text that is not saved survives another company and a reload; the other company shows none of it', async ({ enter, stack }) => {
  const { line } = await fillGroup(stack, 'Spring buyers', people(3));
  const keys = await enter('uma');
  await write(keys, 'Kept', 'Spring buyers', line.label);
  await message(keys).focus();
  await keys.press('mod+end');
  await keys.type(' soon');
  await keys.palette('Switch company', 'Adams Landscaping');
  await keys.state('companySwitch', 'idle');
  await keys.press('g m');
  await keys.inPane('campaigns');
  await expect(shown(keys, 'campaigns')).toContainText('No campaigns yet.');
  await expect(keys.page.getByText('Kept')).toHaveCount(0);
  await keys.palette('Switch company', 'Northwind Motors');
  await keys.state('companySwitch', 'idle');
  await keys.press('g m');
  await keys.inPane('campaigns');
  await expect(cursor(keys, 'campaigns')).toContainText('Kept');
  await keys.press('enter');
  await keys.state('campaign', 'editing');
  await expect(message(keys)).toHaveValue('Hi %%firstname%%, come by soon');
  await keys.page.reload();
  await keys.state('companySwitch', 'idle');
  await expect(message(keys)).toHaveValue('Hi %%firstname%%, come by soon');
  await keys.palette('Discard campaign changes');
  await expect(message(keys)).toHaveValue('Hi %%firstname%%, come by');
});

test('1% goes first, then a person decides about the rest', async ({ enter, stack }) => {
  test.slow();
  const { line } = await fillGroup(stack, 'Everybody', people(20));
  const keys = await enter('ana');
  await write(keys, 'Careful', 'Everybody', line.label);
  await keys.press('mod+enter');
  await keys.state('campaign', 'reviewing.ready');
  await keys.palette('Send campaign to 1% first');
  await keys.state('campaign', 'sampled');
  await expect(chip(keys, /^(Sent|Delivered) 1$/)).toBeVisible();
  await expect(chip(keys, 'Waiting 19')).toBeVisible();
  await keys.palette('Resume campaign');
  await keys.state('campaign', 'sent');
  await expect(chip(keys, 'Delivered 20')).toBeVisible();
});

test('whoever may only read sees the text and the report, and no way to change them', async ({ enter, stack, another }) => {
  const { line } = await fillGroup(stack, 'Spring buyers', people(3));
  const keys = await enter('ana');
  await write(keys, 'Seen', 'Spring buyers', line.label);
  const reader = await enter('ravi', { page: await another() });
  await reader.press('g m');
  await reader.inPane('campaigns');
  await expect(cursor(reader, 'campaigns')).toContainText('Seen');
  await reader.press('enter');
  await reader.state('campaign', 'editing');
  await expect(message(reader)).toHaveAttribute('readonly');
  await expect(shown(reader, 'campaign')).toContainText('Read-only.');
  const billing = await enter('beatriz', { page: await another(), path: '/northwind-motors/campaigns' });
  await expect(shown(billing, 'campaigns')).toContainText('Only owners, administrators, reporting and users can view campaigns.');
});

test('the list marks the campaign that is open beside it, and none while a new one is written', async ({ enter, stack }) => {
  const { line } = await fillGroup(stack, 'Spring buyers', people(3));
  const keys = await enter('ana');
  await write(keys, 'First of two', 'Spring buyers', line.label);
  await expect(cursor(keys, 'campaigns')).toContainText('First of two');
  await keys.palette('Create campaign');
  await keys.focused('campaignTitle');
  await expect(rows(keys, 'campaigns')).toHaveCount(1);
  await expect(cursor(keys, 'campaigns')).toHaveCount(0);
  await keys.type('Second of two');
  await keys.press('mod+s');
  await expect(rows(keys, 'campaigns')).toHaveCount(2);
  await expect(cursor(keys, 'campaigns')).toContainText('Second of two');
  await keys.palette('Go to Campaigns');
  await keys.inPane('campaigns');
  await expect(cursor(keys, 'campaigns')).toContainText('Second of two');
  await keys.press('j');
  await expect(cursor(keys, 'campaigns')).toContainText('First of two');
  await keys.press('enter');
  await keys.inPane('campaign');
  await expect(shown(keys, 'campaign').locator('[data-field="campaignTitle"]')).toHaveValue('First of two');
  await expect(cursor(keys, 'campaigns')).toContainText('First of two');
});
