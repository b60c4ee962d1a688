/** Users, by keyboard: a pasted list is invited and accepted in a second browser, which loses an ability and the company while it is open. */
import { expect, Keyboard, password, type Stack, test } from './fixtures.ts';
import { mailedLink } from './support/mails.ts';

const row = (keys: Keyboard, pane: string, text: string) => keys.page.locator(`[data-pane="${pane}"] [data-row]`).filter({ hasText: text });
const notice = (keys: Keyboard, text: string | RegExp) => keys.page.getByText(text).filter({ visible: true }).first();

async function invite(keys: Keyboard, list: string, role: string): Promise<void> {
  await keys.palette('Invite users', list, role);
  await keys.inPane('invitation');
  await keys.state('invitation', 'reviewing');
}

/** Accepts an invitation as somebody who has no account. */
async function join(stack: Stack, keys: Keyboard, email: string, firstName: string): Promise<void> {
  await keys.page.goto(await mailedLink(stack, email, 1));
  await expect(keys.page).toHaveURL(/\/invites$/);
  await expect(keys.page.getByRole('heading', { name: 'Join Northwind Motors' })).toBeVisible();
  await keys.focused('first_name');
  await keys.type(firstName);
  await keys.press('tab');
  await keys.press('tab');
  await keys.focused('password');
  await keys.type('a phrase nobody has');
  await keys.press('enter');
  await keys.state('companySwitch', 'idle');
}

test('three lines are invited, one accepts, loses the right to text while a composer is open, and is removed', async ({ enter, another, stack }) => {
  const keys = await enter('ana');
  await invite(keys, 'Nora Quist <nora@guests.example>, olaf@guests.example; jo@northwind.example', 'user');
  await expect(keys.page.getByRole('heading', { name: '2 addresses to invite' })).toBeVisible();
  await expect(row(keys, 'invitation', 'jo@northwind.example')).toContainText('Already a member');
  await keys.press('mod+enter');
  await keys.state('invitation', 'sent');
  await expect(notice(keys, '2 invitations sent')).toBeVisible();

  const hers = new Keyboard(await another());
  await join(stack, hers, 'nora@guests.example', 'Nora');
  await hers.press('g i');
  await hers.inPane('inbox');
  await hers.press('enter');
  await hers.press('r');
  await expect(hers.page.getByRole('textbox', { name: /^Reply to/ })).toBeFocused();

  await keys.press('z');
  await expect(notice(keys, /Undone/)).toBeVisible();
  await keys.palette('Go to Users');
  await keys.inPane('users');
  await expect(row(keys, 'users', 'nora@guests.example')).toContainText('User');
  await expect(row(keys, 'users', 'olaf@guests.example')).toHaveCount(0);
  await keys.cursorTo('users', 'nora@guests.example');
  await keys.press('.');
  await keys.pick('Change user role');
  await keys.press('enter');
  await keys.state('palette', 'open.asking');
  await keys.type('reporting');
  await keys.press('enter');
  await expect(notice(keys, 'Role of Nora changed to reporting')).toBeVisible();
  await expect(notice(hers, 'Your role in Northwind Motors is reporting now')).toBeVisible({ timeout: 1_000 });
  await expect(hers.page.getByRole('textbox', { name: /^Reply to/ })).toHaveCount(0);

  await keys.cursorTo('users', 'nora@guests.example');
  await keys.press('#');
  await expect(keys.flow('palette')).toContainText('Remove Nora from Northwind Motors. They lose access immediately.');
  await keys.press('enter');
  await expect(row(keys, 'users', 'nora@guests.example')).toHaveCount(0);
  await expect(notice(hers, 'You are no longer a member of Northwind Motors')).toBeVisible();
});

test('addresses the plan has no room for say so, and are not invited', async ({ enter, stack }) => {
  const { id: company_id } = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  const { count } = await stack.owner
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('company_id', '=', company_id)
    .executeTakeFirstOrThrow();
  const now = new Date().toISOString();
  const plan = { id: 'sub', itemId: 'item', planCode: 'unlimited_monthly', cents: 0, state: 'active', periodStart: now, periodEnd: now };
  const subscription = JSON.stringify({ ...plan, cancelAt: null, trialEnd: null, scheduleId: null, pending: null });
  await stack.owner.insertInto('company_billing').values({ company_id, subscription, plan_code: 'unlimited_monthly' }).execute();
  const keys = await enter('ana');
  const room = 100 - Number(count);
  await invite(keys, Array.from({ length: room + 2 }, (_, at) => `guest${at}@guests.example`).join(', '), 'user');
  await expect(keys.page.getByRole('heading', { name: `${room} addresses to invite` })).toBeVisible();
  await expect(keys.page.getByText('2 addresses over the plan’s user limit. To invite them, change the plan or remove users.')).toBeVisible();
  await keys.press('end');
  await expect(row(keys, 'invitation', `guest${room + 1}@`)).toContainText('Over plan limit');
});

test('the last owner stays, with words; the permissions are a table', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.press('g u');
  await keys.inPane('users');
  await keys.cursorTo('users', 'ana@northwind.example');
  await keys.press('enter');
  await keys.state('palette', 'open.asking');
  await keys.type('user');
  await keys.press('enter');
  await expect(notice(keys, 'A company needs an owner. Make someone else an owner first.')).toBeVisible();
  await expect(row(keys, 'users', 'ana@northwind.example')).toContainText('Owner');
  await keys.press('escape escape');
  await keys.state('palette', 'closed');
  await keys.palette('Go to Permissions');
  await keys.inPane('permissions');
  await keys.press('/');
  await keys.type('manage users');
  await keys.press('enter');
  await expect(row(keys, 'permissions', 'Manage users').getByRole('img', { name: /: yes/ })).toHaveCount(2);
});

test('somebody with an account signs in at the link and is asked once more', async ({ enter, another, stack }) => {
  const [membership] = await stack.owner
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.company_id', 'users.id'])
    .where('users.email', '=', 'jo@northwind.example')
    .orderBy('memberships.company_id')
    .execute();
  await stack.owner
    .deleteFrom('memberships')
    .where('company_id', '=', membership?.company_id ?? 0)
    .where('user_id', '=', membership?.id ?? 0)
    .execute();
  const keys = await enter('ana');
  await invite(keys, 'JO@northwind.example', 'administrator');
  await keys.press('mod+enter');
  await keys.state('invitation', 'sent');
  const his = new Keyboard(await another());
  await his.page.goto(await mailedLink(stack, 'jo@northwind.example', 1));
  await expect(his.page.getByText('Sign in as jo@northwind.example to accept.')).toBeVisible();
  await his.focused('email');
  await his.type('jo@northwind.example');
  await his.press('enter');
  await his.focused('password');
  await his.type(password);
  await his.press('enter');
  await expect(his.page.getByRole('button', { name: /Accept invitation/ })).toBeFocused();
  await his.press('enter');
  await his.state('companySwitch', 'idle');
  await expect(his.page.locator('[data-flow="companySwitch"]')).toHaveAttribute('data-company', 'northwind-motors');
});

test('the own name and password are changed', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.palette('Edit my name', 'Anna', 'Kovač-Reyes');
  await expect(notice(keys, 'Successfully updated user info')).toBeVisible();
  await keys.palette('Change my password');
  await keys.focused('current_password');
  await keys.type('not the password');
  await keys.press('tab');
  await keys.type('a phrase nobody has');
  await keys.press('enter');
  await expect(notice(keys, 'Incorrect password')).toBeVisible();
  await keys.focused('current_password');
  await keys.retype(password);
  await keys.press('enter');
  await expect(notice(keys, 'Your password was successfully changed')).toBeVisible();
});
