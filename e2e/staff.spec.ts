/** Support staff: every company in reach by three letters, and a log that tells who it was. */
import { code, expect, type Keyboard, people, type Stack, test } from './fixtures.ts';
import { createAxe } from './support/axe.ts';
import { ageSecondFactor } from './support/secondFactor.ts';

const company = (keys: Keyboard, slug: string) => expect(keys.page.locator('[data-flow="companySwitch"]')).toHaveAttribute('data-company', slug);
const frame = (keys: Keyboard) => keys.page.getByRole('region', { name: 'Impersonating' });
const connection = (keys: Keyboard) => keys.page.locator('[data-flow="realtime"]');

/** Three letters, and the company they find is chosen. */
const choose = async (keys: Keyboard, letters: string): Promise<void> => {
  await keys.press('mod+k');
  await keys.type(`!${letters}`);
  await keys.press('enter');
};

/** Chooses a company, and then what is likely each time. */
const ask = async (keys: Keyboard, letters: string, reason?: string): Promise<void> => {
  await choose(keys, letters);
  await expect(keys.page.getByRole('combobox', { name: 'User' })).toBeVisible();
  await keys.press('enter');
  await expect(keys.page.getByRole('combobox', { name: 'Reason (recorded in the audit log)' })).toBeVisible();
  if (reason !== undefined) await keys.type(reason);
  await keys.press('enter');
};

const jump = async (keys: Keyboard, letters: string, reason?: string): Promise<void> => {
  await ask(keys, letters, reason);
  await expect(frame(keys)).toBeVisible();
  await keys.state('companySwitch', 'idle');
};

const audited = (stack: Stack) =>
  stack.owner
    .selectFrom('audit_log as a')
    .innerJoin('users as person', 'person.id', 'a.user_id')
    .leftJoin('users as staff', 'staff.id', 'a.impersonator_id')
    .leftJoin('companies as c', 'c.id', 'a.company_id')
    .select(['a.action', 'person.email as person', 'staff.email as staff', 'c.name as company', 'a.detail'])
    .orderBy('a.id')
    .execute();

test('support staff: three letters, and they are in that company; the log tells who it was', async ({ enter, stack }) => {
  const keys = await enter('staff');
  await expect(connection(keys)).toHaveText('No company');
  await jump(keys, 'ada', 'They cannot find a voicemail');
  await company(keys, 'adams-landscaping');
  await expect(frame(keys)).toContainText(/Sunniva Dahl, you are impersonating Mira Feld/);
  await expect(connection(keys)).toHaveText('Live');
  const [window, bottom] = [keys.page.viewportSize(), await keys.page.getByRole('contentinfo').boundingBox()];
  expect((bottom?.y ?? 0) + (bottom?.height ?? 0)).toBe(window?.height);

  await keys.press('g i');
  await keys.inPane('inbox');
  await keys.press('e');
  await expect.poll(async () => (await audited(stack)).map(({ action }) => action)).toContain('command:conversations.archive');
  const acting = { person: people.mira, staff: people.staff };
  const rows = await audited(stack);
  expect(rows).toEqual(
    expect.arrayContaining([
      { action: 'remote_login.created', person: people.staff, staff: null, company: null, detail: { reason: 'They cannot find a voicemail' } },
      { action: 'remote_login.begun', ...acting, company: null, detail: { reason: 'They cannot find a voicemail' } },
      expect.objectContaining({ action: 'conversations.archive', ...acting, company: 'Adams Landscaping' }),
      expect.objectContaining({ action: 'command:conversations.archive', ...acting, company: 'Adams Landscaping' }),
    ]),
  );

  await keys.press('g q');
  await expect(frame(keys)).toBeHidden();
  await keys.inPane('companies');
  await jump(keys, 'nor');
  await company(keys, 'northwind-motors');
  await expect(frame(keys)).toContainText('Ana Kovač');
  await expect
    .poll(async () => (await audited(stack)).filter(({ action }) => action === 'remote_login.begun').at(-1))
    .toMatchObject({
      person: people.ana,
      staff: people.staff,
      detail: { reason: 'They cannot find a voicemail' },
    });

  // The last reason is proposed; another one typed takes its place.
  await keys.press('g q');
  await expect(frame(keys)).toBeHidden();
  await expect(keys.page.getByRole('button', { name: /Sunniva Dahl/ })).toBeVisible();
  await jump(keys, 'ada', 'A fax came twice');
  await expect
    .poll(async () => (await audited(stack)).filter(({ action }) => action === 'remote_login.begun').at(-1))
    .toMatchObject({ detail: { reason: 'A fax came twice' } });
});

test('support staff: the list of companies shows them all, and Enter asks as whom; the person finds everything as it was', async ({ enter, stack }) => {
  const before = await stack.owner.selectFrom('users').select('preferences').where('email', '=', people.uma).executeTakeFirstOrThrow();
  const keys = await enter('staff');
  const { count } = await stack.owner
    .selectFrom('companies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  await keys.inPane('companies');
  const pane = keys.page.locator('[data-pane="companies"]');
  await expect(pane.locator('[data-pane-header]')).toContainText(String(count));
  await keys.press('/');
  await keys.type('adams');
  await keys.press('enter');
  await expect(pane.locator('[data-row]')).toHaveCount(1);
  await expect(pane.locator('[data-row]')).toContainText('Harbor Group');
  await keys.press('enter');
  await expect(keys.page.locator('[data-flow="palette"]')).toContainText('Adams Landscaping');
  await keys.pick('Uma Sørensen');
  await keys.press('enter');
  await keys.type('Looking at her screen with her');
  await keys.press('enter');
  await expect(frame(keys)).toContainText('Uma Sørensen');
  await company(keys, 'adams-landscaping');
  await keys.press('w v');
  await keys.state('palette', 'open.asking');
  await keys.press('enter');
  await keys.palette('Stop impersonating');
  await keys.inPane('companies');
  await expect(connection(keys)).toHaveText('No company');
  const after = await stack.owner.selectFrom('users').select('preferences').where('email', '=', people.uma).executeTakeFirstOrThrow();
  expect(after).toEqual(before);
  expect(
    await stack.owner.selectFrom('layouts').select('name').innerJoin('users', 'users.id', 'layouts.user_id').where('email', '=', people.uma).execute(),
  ).toEqual([]);
});

test('when acting has run out, nothing of the user stays on the screen, and staff sign in as themselves', async ({ enter, stack }) => {
  const keys = await enter('staff');
  await jump(keys, 'ada', 'They cannot find a voicemail');
  await company(keys, 'adams-landscaping');
  await stack.owner
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('impersonator_id', 'is not', null)
    .execute();
  // A read of the page that is still under way may hear it before the list that the keys open: they are typed into the form then.
  await keys.press('g c');
  const signIn = keys.page.locator('[data-scope="signin"]');
  await expect(signIn).toContainText('Impersonation ended. Sign in again.');
  await expect(keys.page.locator('[data-field="email"]')).not.toHaveValue(/@/);
  await expect(keys.page.locator('body')).not.toContainText('Mira Feld');
  await expect(frame(keys)).toHaveCount(0);
  expect((await createAxe(keys.page).analyze()).violations).toEqual([]);
});

const palette = (keys: Keyboard) => keys.flow('palette');
const confirmFirst = 'Confirm your two-factor code first';

test('support staff whose second factor is no longer fresh are told so, confirm it where they are, and go on', async ({ enter, stack }) => {
  const keys = await enter('staff');
  await ageSecondFactor(stack, people.staff);
  await keys.page.reload();
  await keys.inPane('companies');
  await choose(keys, 'ada');
  await keys.state('palette', 'open.blocked');
  await expect(palette(keys)).toContainText(confirmFirst);
  await expect(palette(keys)).toContainText('Press Enter: Confirm two-factor code');
  await keys.press('enter');
  await keys.state('palette', 'open.asking');
  await keys.type('no code');
  await keys.press('enter');
  await keys.state('palette', 'open.failed');
  await expect(palette(keys)).toContainText('Incorrect or expired code');
  await expect(frame(keys)).toBeHidden();
  await keys.press('escape');
  await keys.state('palette', 'open.asking');
  await keys.retype(code(1));
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await expect(keys.page.getByText('Two-factor code confirmed').first()).toBeVisible();

  await jump(keys, 'ada', 'They cannot find a voicemail');
  await company(keys, 'adams-landscaping');
  const staffs = (await audited(stack)).filter(({ person }) => person === people.staff).map(({ action }) => action);
  expect(staffs.slice(-2)).toEqual(['mfa.proved', 'remote_login.created']);
});

test('support staff whose second factor grew old while the page stood open hear it from the server, confirm it, and go on', async ({ enter, stack }) => {
  const keys = await enter('staff');
  await ageSecondFactor(stack, people.staff);
  await ask(keys, 'ada', 'They cannot find a voicemail');
  await keys.state('palette', 'open.failed');
  await expect(palette(keys)).toContainText(confirmFirst);
  await expect(frame(keys)).toBeHidden();
  await expect(async () => {
    await keys.press('escape');
    await expect(palette(keys)).toHaveAttribute('data-state', 'closed', { timeout: 250 });
  }).toPass({ intervals: [0] });
  await keys.palette('Confirm two-factor code', code(1));
  await jump(keys, 'ada', 'They cannot find a voicemail');
  await company(keys, 'adams-landscaping');
});
