/** Every screen and its states, in both themes, looked at by axe: nothing may be found. */
import type AxeBuilder from '@axe-core/playwright';
import type { Route } from '@playwright/test';
import { expect, type Keyboard, people, test } from './fixtures.ts';
import { createAxe } from './support/axe.ts';
import { openPlaces } from './support/places.ts';

test.use({ colorScheme: 'dark', reducedMotion: 'reduce' });

/** Returns the faults axe finds, as lines a person can act on: of the screen in the dark theme, and of its colours in the light one. */
async function found({ page }: Keyboard): Promise<string[]> {
  const lines = (theme: string, { violations }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
    violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `in ${theme}: ${id}: ${help}: ${node.target.join(' ')}`));
  const inDark = await createAxe(page).analyze();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const inLight = await createAxe(page).withRules(['color-contrast', 'link-in-text-block']).analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...lines('dark', inDark), ...lines('light', inLight)];
}

const looks = async (keys: Keyboard, screen: string): Promise<void> => {
  expect.soft(await found(keys), screen).toEqual([]);
};

/** Opens a pane by its command, and looks at it once it is filled, and all that stands beside it. */
async function visit(keys: Keyboard, title: string, pane: string, ...args: readonly string[]): Promise<void> {
  await keys.palette(title, ...args);
  await expect(keys.page.locator(`[data-pane="${pane}"]`).filter({ visible: true }).first()).toBeVisible();
  await expect(keys.page.locator('[data-pane] [aria-busy="true"]:visible, [data-pane] [role="progressbar"]:not([aria-valuenow]):visible')).toHaveCount(0);
  await looks(keys, pane);
}

test('signing in, the second factor, recovery, reset, a new account', async ({ stack, keys }) => {
  await keys.page.goto(stack.url);
  await keys.focused('email');
  await looks(keys, 'signing in');
  await keys.type(people.mira);
  await keys.press('enter');
  await keys.type('wrong');
  await keys.press('enter');
  await expect(keys.page.getByText('Incorrect email or password')).toBeVisible();
  await looks(keys, 'a wrong password');
  await keys.retype('keyline demo');
  await keys.press('enter');
  await keys.state('login', 'mfaRequired.code');
  await looks(keys, 'the second factor');
  await keys.press('tab');
  await keys.state('login', 'mfaRequired.recovery');
  await looks(keys, 'a recovery code');
  await keys.press('escape');
  await keys.state('login', 'anonymous');
  await keys.palette('Reset password');
  await keys.state('passwordReset', /./);
  await looks(keys, 'reset');
  await keys.page.goto(`${stack.url}/sign-up`);
  await expect(keys.page.getByRole('heading')).toBeVisible();
  await looks(keys, 'a new account');
});

test('every place there is a way to', async ({ enter }) => {
  const keys = await enter('ana');
  for (const { title, kind } of openPlaces) await visit(keys, title, kind);
  await keys.palette('Set my schedule', 'mon-fri 9-12, 1pm-5pm');
  await looks(keys, 'a schedule that is set');
});

test('a new company: details, plan, card, number, all skipped', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.palette('Create company step by step');
  await keys.state('companyCreate', 'details');
  await looks(keys, 'the details of a new company');
  await keys.type('Birch Dental');
  await keys.press('enter');
  await keys.state('companyCreate', 'plan');
  await looks(keys, 'its plans');
  await keys.palette('New company: Choose plan', 'Premium, monthly');
  await keys.state('companyCreate', 'card');
  await looks(keys, 'its card');
  await keys.palette('New company: Skip card');
  await keys.state('companyCreate', 'number');
  await keys.palette('New company: Search numbers', '212');
  await expect(keys.page.getByRole('list', { name: 'Available numbers' })).toBeVisible();
  await looks(keys, 'numbers for it');
  await keys.palette('New company: Skip number');
  await keys.state('companyCreate', 'done');
  await looks(keys, 'a company that is ready');
});

test('an import: a file that is refused, rows that are checked, filtered to nothing, saved', async ({ enter }) => {
  const keys = await enter('ana');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const choose = async (given: ReturnType<typeof file>) => {
    const chooser = keys.page.waitForEvent('filechooser');
    await keys.palette('Import contacts');
    await (await chooser).setFiles(given);
  };
  await choose(file('list.csv', 'Who,Reach\nAnn,2125550171'));
  await keys.state('contactImport', 'rejected');
  await looks(keys, 'a file without a name and a number');
  await choose(file('people.csv', 'name,number,city\nAnn Lee,2125550171,Rome\nBo,abc,\nAnn,2125550171,'));
  await keys.state('contactImport', 'ready.reviewing');
  await expect(keys.page.locator('[data-pane="contactImport"] [data-row]').first()).toBeVisible();
  await looks(keys, 'rows that are checked');
  await keys.palette('Filter import rows', 'Not saved');
  await expect(keys.page.getByText('No row matches this filter.')).toBeVisible();
  await looks(keys, 'no rows');
  await keys.press('shift+f mod+enter');
  await keys.state('contactImport', 'done');
  await looks(keys, 'an import that is saved');
});

test('a bulk attribute update: the template, a file that is refused, rows that are checked, filtered to nothing, applied', async ({ enter, stack }) => {
  const choices = JSON.stringify([{ id: 1, value: 'West', sort_order: 0, description: null }]);
  await stack.owner.insertInto('eav_attributes').values({ entity_type: 'Company', company_id: 1, name: 'Region', choices }).execute();
  const keys = await enter('ana');
  const choose = async (text: string) => {
    const chooser = keys.page.waitForEvent('filechooser');
    await keys.palette('Update custom fields from file');
    await (await chooser).setFiles({ name: 'custom_fields.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  await choose('name,number\nAnn,2125550171');
  await keys.state('bulkAttributes', 'failed');
  await looks(keys, 'a file without the columns of the template');
  await choose('entity_type,id,Region\nCompany,1,North\nNumber,abc,');
  await keys.state('bulkAttributes', 'reviewing');
  await expect(keys.page.locator('[data-pane="bulkAttributes"] [data-row]').first()).toBeVisible();
  await looks(keys, 'rows that are checked');
  await keys.palette('Filter bulk update rows', 'Unchanged');
  await expect(keys.page.getByText('No row matches this filter.')).toBeVisible();
  await looks(keys, 'no rows');
  await choose('entity_type,id,Region\nCompany,1,West');
  await keys.state('bulkAttributes', 'reviewing');
  await keys.press('mod+enter');
  await keys.state('bulkAttributes', 'done');
  await looks(keys, 'an update that is applied');
});

test('a campaign: new, with an unknown merge field, reviewed, about to be sent, its report', async ({ enter, stack }) => {
  test.slow();
  const { id: companyId } = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  const group = await stack.owner.insertInto('contact_groups').values({ company_id: companyId, name: 'Everybody' }).returning('id').executeTakeFirstOrThrow();
  const contacts = await stack.owner.selectFrom('contacts').select('id').where('company_id', '=', companyId).limit(5).execute();
  await stack.owner
    .insertInto('contact_group_members')
    .values(contacts.map(({ id }) => ({ company_id: companyId, group_id: group.id, contact_id: id })))
    .execute();
  const keys = await enter('ana');
  await keys.press('g m');
  await keys.inPane('campaigns');
  await keys.settled();
  await keys.press('c');
  await keys.focused('campaignTitle');
  await looks(keys, 'a new campaign');
  await keys.type('Spring');
  await keys.palette('Choose campaign group', 'Everybody');
  await keys.palette('Choose campaign number', 'Main line');
  await keys.page.locator('[data-field="campaignMessage"]').focus();
  await keys.page.keyboard.insertText('Hi %%nickname%%');
  await expect(keys.page.getByText(/isn’t a merge field/)).toBeVisible();
  await looks(keys, 'an unknown merge field');
  await keys.press('mod+a');
  await keys.page.keyboard.insertText('Hi %%firstname%% 🚗');
  await keys.press('mod+enter');
  await keys.state('campaign', 'reviewing.ready');
  await expect(keys.page.locator('[data-pane="campaign"] [data-row]').first()).toBeVisible();
  await looks(keys, 'review and send');
  await keys.press('mod+enter');
  await keys.state('campaign', 'armed');
  await looks(keys, 'about to be sent');
  await keys.state('campaign', /queued|sending|sent/);
  await expect(keys.page.locator('[data-pane="campaign"] [data-row]').first()).toBeVisible();
  await looks(keys, 'a delivery report');
});

test('inbox, conversation, contact, call, greeting, notices, help, keys', async ({ enter }) => {
  const keys = await enter('jo');
  await expect(keys.page.locator('[data-pane="conversation"] article').first()).toBeVisible();
  await looks(keys, 'inbox, conversation, contact');
  const wide = keys.page.viewportSize();
  await keys.page.setViewportSize({ width: 480, height: 700 });
  await expect(keys.page.locator('[data-pane="conversation"]')).toBeHidden();
  await looks(keys, 'a narrow window');
  if (wide) await keys.page.setViewportSize(wide);
  for (const [title, pane] of [
    ['Go to Calls', 'calls'],
    ['Open call in a split pane', 'call'],
    ['Create greeting', 'greetings'],
    ['Open notices', 'notices'],
    ['Edit keyboard shortcuts', 'keys'],
  ] as const)
    await visit(keys, title, pane);
  await keys.press('escape');
  await keys.palette('Show keyboard shortcuts');
  await expect(keys.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await looks(keys, 'help');
});

test('a number, its routing, a template, buying', async ({ enter }) => {
  const keys = await enter('ana', { path: '/numbers' });
  await expect(keys.page.locator('[data-pane="numbers"] [role="gridcell"]').first()).toBeVisible();
  await keys.press('home');
  for (const [title, pane, ...args] of [
    ['Open number', 'number'],
    ['Edit call routing', 'routing'],
    ['Go to Number templates', 'templates'],
    ['Open template', 'template'],
    ['Buy numbers', 'purchase', '415'],
  ] as const)
    await visit(keys, title, pane, ...args);
});

test('bringing numbers in', async ({ enter }) => {
  const keys = await enter('ana');
  for (const [title, pane] of [
    ['Go to Port-in requests', 'ports'],
    ['Open port-in request', 'port'],
    ['Port numbers in', 'ports'],
  ] as const)
    await visit(keys, title, pane);
});

test('the palette with its list, an argument, a reason and a review', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await looks(keys, 'the list');
  await keys.press('escape');
  await keys.find('Change theme');
  await keys.press('enter');
  await keys.state('palette', 'open.asking');
  await looks(keys, 'an argument');
  await keys.press('escape escape');
  await keys.state('palette', 'closed');
  await keys.find('Open saved layout');
  await looks(keys, 'a command that is not available');
  await keys.press('escape');
  await keys.press('* a');
  await expect(keys.page.getByText(/All 23 matching conversations/)).toBeVisible();
  await keys.press('e');
  await keys.state('palette', 'open.reviewing');
  await looks(keys, 'a review');
  await keys.press('escape escape');
});

test('support staff: all companies, as whom, and the frame around whoever acts', async ({ enter }) => {
  const keys = await enter('staff');
  await expect(keys.page.locator('[data-pane="companies"] [data-row]').first()).toBeVisible();
  await looks(keys, 'all companies');
  await keys.press('mod+k');
  await keys.type('!ada');
  await keys.press('enter');
  await expect(keys.page.getByRole('combobox', { name: 'User' })).toBeVisible();
  await expect(keys.active).toBeVisible();
  await looks(keys, 'as whom');
  await keys.press('enter');
  await expect(keys.page.getByRole('combobox', { name: 'Reason (recorded in the audit log)' })).toBeVisible();
  await keys.type('They asked for help');
  await keys.press('enter');
  await expect(keys.page.getByRole('region', { name: 'Impersonating' })).toBeVisible();
  await keys.state('companySwitch', 'idle');
  await looks(keys, 'acting');
});

test('what one may not see', async ({ enter }) => {
  const keys = await enter('beatriz', { path: '/inbox' });
  await expect(keys.page.getByText(/Only .* can /).first()).toBeVisible();
  await looks(keys, 'not allowed');
});

test('an inbox without rows, a list that could not be had, and one on its way', async ({ enter, page }) => {
  const keys = await enter('jo');
  await keys.palette('Search inbox', 'nobody has this name');
  await expect(keys.page.getByText(/^No name, number or message matches/)).toBeVisible();
  await looks(keys, 'nothing there');
  await keys.palette('Clear filter');
  await page.route(/\/api\/companies\/\d+\/conversations\?/, (route) =>
    route.fulfill({ status: 422, json: { code: 'invalid', message: 'This filter cannot be read', errors: [] } }),
  );
  await keys.palette('Search inbox', 'anybody');
  await expect(keys.page.locator('[data-pane="inbox"]').getByText('Try again')).toBeVisible();
  await looks(keys, 'something wrong');
  const held: Route[] = [];
  await page.route(/\/api\/companies\/\d+\/numbers\/datatable/, (route) => void held.push(route));
  await keys.palette('Go to Numbers');
  await expect(keys.page.locator('[data-pane="numbers"] [aria-busy="true"]').first()).toBeVisible();
  await looks(keys, 'a list on its way');
  for (const route of held) await route.continue();
});
