/** The own name on the door, by keyboard alone: brand, domain, records one by one, and the sign-in page at the company’s own address. */

import { tenantMessages } from '#contract/tenant/texts.ts';
import type { DnsRecord } from '#sandbox/dns/server.ts';
import { findChromium } from '#scripts/lib/chromium.ts';
import { png } from '#tests/server/samples.ts';
import { expect, Keyboard, test } from './fixtures.ts';
import { signIn } from './support/people.ts';

const domain = 'northwind-cars.com';
const executablePath = process.env.CHROMIUM_PATH ?? findChromium() ?? undefined;
test.use({ launchOptions: { ...(executablePath === undefined ? {} : { executablePath }), args: [`--host-resolver-rules=MAP *.${domain} 127.0.0.1`] } });

test('brand, records that turn green one by one, sign-in at the own address', async ({ enter, stack, another }) => {
  test.setTimeout(240_000);
  const put = async (record: DnsRecord) => {
    const answer = await fetch(`${stack.sandbox.url}/control/dns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(record),
    });
    expect(answer.status).toBe(200);
  };
  const keys = await enter('ana');
  const { page } = keys;

  // The brand, with its contrast in both themes.
  await keys.palette('Set brand name', 'Northwind Direct');
  await expect(page.getByText(tenantMessages.updated).first()).toBeVisible();
  await keys.palette('Set brand color', '#ffee00');
  const chooser = page.waitForEvent('filechooser');
  await keys.palette('Upload brand logo');
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(png) });
  await keys.palette('Go to Brand');
  const brand = page.locator('[data-pane="tenant"]');
  await expect(brand.locator('[data-preview="dark"]')).toContainText('Northwind Direct');
  await expect(brand.locator('[data-preview="light"] figcaption')).toContainText(/Light theme: contrast 1\.\d:1, drawn as #[0-9a-f]{6} at 4\.\d:1/);
  await expect(brand.getByRole('img', { name: 'Logo' })).toBeVisible();
  await keys.palette('Set brand color', '#0a5c9e');
  await keys.press('z');
  await expect(brand).toContainText('#ffee00');
  await keys.palette('Set brand color', '#0a5c9e');
  await expect(brand).toContainText('#0a5c9e');

  // A name that may not be, then one that may.
  await keys.palette('Go to Custom domain');
  await keys.state('customDomain', 'editing');
  await keys.focused('domain');
  await keys.type('localhost');
  await keys.press('mod+enter');
  const pane = page.locator('[data-pane="customDomain"]');
  await expect(pane.getByText('localhost is this machine. Enter a public domain.')).toBeVisible();
  await keys.retype(domain);
  await keys.press('mod+enter');
  await expect(page.getByText(tenantMessages.domainCreated).first()).toBeVisible();
  await keys.state('customDomain', 'checklist');
  const record = (purpose: string) => pane.locator(`[data-record="${purpose}"]`);
  for (const purpose of ['ownership', 'app', 'api']) await expect(record(purpose)).toHaveAttribute('data-status', 'pending');
  await keys.begin('Domain: Use for brand');
  await keys.state('palette', 'open.blocked');
  await expect(page.getByText(/Publish every record first|Checking the records/).first()).toBeVisible();
  await keys.press('escape escape');

  // Copied by key, put into DNS; each turns green by itself.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await keys.palette('Copy DNS record', 'Ownership TXT value');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^keyline-domain=/);
  const value = await page.evaluate(() => navigator.clipboard.readText());
  await put({ name: `_keyline.${domain}`, type: 'TXT', values: [value] });
  await expect(record('ownership')).toHaveAttribute('data-status', 'verified');
  await expect(record('app')).toHaveAttribute('data-status', 'pending');
  await put({ name: `app.${domain}`, type: 'CNAME', values: ['shop.elsewhere.net'] });
  await expect(record('app')).toHaveAttribute('data-status', 'mismatch');
  await expect(record('app')).toContainText('shop.elsewhere.net');
  await put({ name: `app.${domain}`, type: 'CNAME', values: ['edge.keyline.example'] });
  await put({ name: `api.${domain}`, type: 'CNAME', values: ['edge.keyline.example'] });
  for (const purpose of ['app', 'api']) await expect(record(purpose)).toHaveAttribute('data-status', 'verified');
  await keys.state('customDomain', 'checklist');
  await keys.palette('Domain: Use for brand');
  await expect(pane).toContainText('In use');

  // Mail from an address of the own domain: three records are needed, a fourth is offered.
  await keys.palette('Go to Email sender');
  await keys.state('emailSender', 'editing');
  await keys.focused('address');
  await keys.type(`help@${domain}`);
  await keys.press('mod+enter');
  await expect(page.getByText(tenantMessages.senderStarted).first()).toBeVisible();
  const mail = page.locator('[data-pane="emailSender"]');
  const row = (purpose: string) => mail.locator(`[data-record="${purpose}"]`);
  await expect(row('dkim')).toHaveAttribute('data-status', 'pending');
  const nameOf = async (purpose: string) => (await row(purpose).locator('code').first().textContent()) ?? '';
  const contentOf = async (purpose: string) => (await row(purpose).locator('code').nth(1).textContent()) ?? '';
  for (const purpose of ['dkim', 'spf']) await put({ name: await nameOf(purpose), type: 'TXT', values: [await contentOf(purpose)] });
  await put({ name: await nameOf('bounce'), type: 'CNAME', values: [await contentOf('bounce')] });
  await expect(mail).toContainText('Verified');
  for (const purpose of ['dkim', 'spf', 'bounce']) await expect(row(purpose)).toHaveAttribute('data-status', 'verified');
  await expect(row('dmarc')).toHaveAttribute('data-status', 'pending');

  // The own address: the brand is in the page itself, and the main host’s session does not hold there.
  const port = new URL(stack.url).port;
  const own = `http://app.${domain}:${port}`;
  const source = await page.context().request.get(`${stack.url}/`);
  expect(await source.text()).toContain('<title>Keyline</title>');
  await page.goto(`${own}/`);
  await keys.state('login', 'anonymous');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())).toMatch(/^#[0-9a-f]{6}$/);
  await expect(page).toHaveTitle(/Northwind Direct/);
  await expect(page.locator('main')).toContainText('Northwind Direct');
  await expect(page.locator('main')).not.toContainText('Keyline');
  await signIn(keys, 'ana');
  await keys.settled();
  await expect(page).toHaveTitle(/Northwind Direct/);

  // And the other way round: a cookie of the own address, carried to the main host, opens nothing.
  const stranger = await another();
  const [cookie] = (await page.context().cookies(own)).filter(({ name }) => name === 'keyline_session');
  await stranger.context().addCookies([{ name: 'keyline_session', value: cookie?.value ?? '', url: stack.url }]);
  await stranger.goto(stack.url);
  await new Keyboard(stranger).state('login', 'anonymous');
});

test('the first frame of the own address has the brand, before any script has run', async ({ stack, browser }) => {
  const company = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  const hosts = { app_subdomain: 'app', api_subdomain: 'api', app_host: `app.${domain}`, api_host: `api.${domain}` };
  const at = new Date();
  await stack.owner
    .insertInto('custom_domains')
    .values({ company_id: company.id, domain, ...hosts, auth_token_hash: 'x', verified_at: at, synced_at: at })
    .execute();
  await stack.owner.insertInto('tenants').values({ company_id: company.id, name: 'Northwind <b>Direct</b>', accent: '#0a5c9e' }).execute();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`http://app.${domain}:${new URL(stack.url).port}/`);
  await expect(page).toHaveTitle('Northwind <b>Direct</b>');
  expect(await page.locator('style#brand').textContent()).toContain(':root[data-theme="light"]{--accent:#0a5c9e');
  await context.close();
});
