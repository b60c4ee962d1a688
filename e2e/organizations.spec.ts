/** An organization by keyboard: statuses of chosen companies and back, its brand, what who enters a suspended company is told; and a ticket to support with a file. */
import sharp from 'sharp';
import { expect, type Keyboard, test } from './fixtures.ts';

const rows = (keys: Keyboard, pane: string) => keys.page.locator(`[data-pane="${pane}"] [data-row]`).filter({ visible: true });
const notice = (keys: Keyboard, text: string | RegExp) => keys.page.getByText(text).filter({ visible: true }).first();
const message = (keys: Keyboard) => keys.page.getByRole('form', { name: 'Support ticket' }).getByRole('textbox', { name: 'Message' });
const logo = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

async function openCompanies(keys: Keyboard): Promise<void> {
  await keys.palette('Go to Organizations');
  await keys.inPane('organizations');
  await expect(rows(keys, 'organizations').first()).toBeVisible();
  await keys.press('enter');
  await keys.inPane('organizationCompanies');
  await expect(rows(keys, 'organizationCompanies').first()).toBeVisible();
}

test('chosen companies are suspended after a preview, who enters is turned away in words, and undo opens them again', async ({ enter, stack }) => {
  const { organization_id } = await stack.owner
    .selectFrom('companies')
    .select('organization_id')
    .where('slug', '=', 'northwind-motors')
    .executeTakeFirstOrThrow();
  const branch = { name: 'Portland Branch', slug: 'portland-branch', timezone: 'America/Los_Angeles', organization_id };
  const { id } = await stack.owner.insertInto('companies').values(branch).returning('id').executeTakeFirstOrThrow();
  const ana = await enter('ana');
  await openCompanies(ana);
  // Not the one she is in: that would take her out of it.
  await ana.press('/');
  await ana.retype('portland');
  await ana.press('enter');
  await expect(rows(ana, 'organizationCompanies')).toHaveCount(1);
  const first = ana.page.locator(`[data-pane="organizationCompanies"] [data-row="${id}"]`);
  await expect(first).toContainText('Active');
  await ana.press('x');
  await ana.press('v');
  await ana.state('palette', 'open.asking');
  await ana.type('suspended');
  await ana.press('enter');
  await ana.state('palette', 'open.reviewing');
  await expect(ana.page.getByText(/Suspend 1 company\. Users lose access/)).toBeVisible();
  await ana.press('enter');
  await expect(notice(ana, '1 company suspended')).toBeVisible();
  await expect(first).toContainText('Suspended');
  const answer = await ana.page.request.get(`${stack.url}/api/company/${id}`);
  expect([answer.status(), (await answer.json()).message]).toEqual([403, 'This company is suspended. Ask an administrator of its organization.']);
  await ana.press('z');
  await expect(first).toContainText('Active');
  expect((await ana.page.request.get(`${stack.url}/api/company/${id}`)).status()).toBe(200);
});

test('a brand: a color and a logo, on the organization and on the companies that have none', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.palette('Go to Organizations');
  await expect(rows(keys, 'organizations').first()).toBeVisible();
  await keys.palette('Set organization color', '#123456');
  await expect(notice(keys, 'Organization was successfully updated')).toBeVisible();
  await expect(rows(keys, 'organizations').first()).toContainText('#123456');
  const buffer = await logo();
  keys.page.on('filechooser', (chooser) => void chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer }));
  await keys.palette('Choose organization logo');
  const picture = rows(keys, 'organizations').first().getByRole('img', { name: 'Logo' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(64);
  // A company without a logo of its own has its organization's beside its name.
  const mark = keys.page
    .getByRole('banner')
    .getByRole('button', { name: /Switch company/ })
    .locator('img');
  await expect.poll(() => mark.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(64);
  await keys.palette('Go to Companies');
  await expect(rows(keys, 'companies').filter({ hasText: 'Northwind Motors' }).locator('img')).toBeVisible();
});

test('the audit log tells what was done', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.palette('Set company color', '#0f766e');
  await expect(notice(keys, 'Company color saved')).toBeVisible();
  await keys.palette('Go to Audit log');
  await expect(rows(keys, 'audit').first()).toContainText('Changed the brand of the company');
  await keys.palette('Show audit log of support staff');
  await expect(keys.page.getByText('No entries by support staff yet.')).toBeVisible();
});

test('support is asked with a file, from the page one is on', async ({ enter, stack }) => {
  const keys = await enter('uma');
  const buffer = await logo();
  keys.page.on('filechooser', (chooser) => void chooser.setFiles({ name: 'screen.png', mimeType: 'image/png', buffer }));
  await keys.palette('Contact support');
  await keys.inPane('support');
  await expect(message(keys)).toBeFocused();
  await keys.press('mod+enter');
  await expect(notice(keys, 'Write a message first')).toBeVisible();
  await keys.type('Calls of today are missing');
  await keys.press('mod+u');
  await expect(keys.page.getByRole('list', { name: 'Attachments' })).toContainText('screen.png');
  await keys.press('mod+enter');
  await expect(notice(keys, /Ticket \d+ sent/)).toBeVisible();
  await expect(message(keys)).toHaveValue('');
  const mails = () => stack.mails('support@keyline.example').filter(({ text }) => text.includes('Calls of today are missing'));
  await expect.poll(() => mails().length).toBe(1);
  expect(mails()[0]).toMatchObject({ replyTo: 'uma@northwind.example', attachments: [{ name: 'screen.png' }] });
});
