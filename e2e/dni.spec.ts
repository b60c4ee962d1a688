/** Dynamic numbers, by keyboard alone: a pool, its script, a visitor of the demo site with a click id, the call they make, and the pool's end with its numbers and without. */
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { displayPhone } from '#contract/text/phone.ts';
import { expect, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';
import type { Keyboard } from './support/keyboard.ts';

const pane = (keys: Keyboard, kind: string) => keys.page.locator(`[data-pane="${kind}"]`).filter({ visible: true }).first();

async function fill(keys: Keyboard, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await keys.goTo(name);
    await keys.retype(value);
  }
}

/** Faults of a page: what it logs as an error, content policy and Trusted Types among them. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/favicon/.test(`${message.text()} ${message.location().url}`)) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

const lines = ['+18585550171', '+18585550172', '+18585550173', '+18585550174'];

async function createPool(keys: Keyboard, name: string, origin: string): Promise<void> {
  await keys.palette('Create DNI pool');
  await keys.state('dniPool', 'editing');
  await keys.focused('name');
  await keys.press('mod+enter');
  await keys.state('dniPool', 'editing');
  await fill(keys, { name, origins: origin, targetNumbers: '(415) 555-0100' });
  for (const line of lines) await keys.palette('DNI pool: Toggle number', displayPhone(line));
  await expect(pane(keys, 'dniPools')).toContainText('Pool numbers, 4 chosen');
}

test('a pool is created, its script checked, a visitor calls the number they see, and the call tells where from', async ({ enter, browser, stack }) => {
  test.setTimeout(240_000);
  const { id: company_id } = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  await stack.owner
    .insertInto('phone_numbers')
    .values(lines.map((number, at) => ({ company_id, number, label: `Web line ${at + 1}` })))
    .execute();
  for (const line of lines) stack.sandbox.inventory.portIn(line);
  const origin = new URL(stack.sandbox.site.url).origin;
  const keys = await enter('ana');
  await keys.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await createPool(keys, 'Harbor site', origin);
  expect(await findFaults(keys.page)).toEqual([]);
  await keys.press('mod+enter');
  const row = pane(keys, 'dniPools').getByRole('row', { name: /Harbor site/ });
  await expect(row).toContainText('0 of 4');

  await keys.palette('Copy tracking script');
  await expect(keys.page.getByText('Script copied').first()).toBeVisible();
  const tag = await keys.page.evaluate(() => navigator.clipboard.readText());
  const script = /src="([^"]+)"/.exec(tag)?.[1] ?? '';
  await keys.palette('Go to Tracking script');
  const check = pane(keys, 'dniScript')
    .getByRole('status')
    .filter({ hasText: /Script/ });
  await keys.goTo('address');
  await keys.type('harbor-bikes.example');
  await keys.press('mod+enter');
  await expect(check).toContainText('Script not found');
  stack.sandbox.site.set({ script });
  await keys.palette('Check page for tracking script');
  await expect(check).toContainText('Script found');
  expect(await findFaults(keys.page)).toEqual([]);

  // As a person's browser says who it is: programs get no number.
  const openPage = async () =>
    (await browser.newContext({ userAgent: (await keys.page.evaluate(() => navigator.userAgent)).replace('Headless', '') })).newPage();
  const visitor = await openPage();
  const errors = watchErrors(visitor);
  await visitor.goto(`${stack.sandbox.site.url}?gclid=Cj0K&utm_campaign=spring-bikes`);
  const link = visitor.locator('#home a[href^="tel:"]');
  await expect(link).not.toHaveText('415-555-0100');
  const number = (await link.getAttribute('href'))?.replace('tel:', '') ?? '';
  expect(lines).toContain(number);
  const digits = number.slice(2);
  const spelled = `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;
  await expect(link).toHaveText(spelled);
  await expect(visitor.locator('#home [data-keyline-number]')).toHaveText(spelled);
  const told = visitor.waitForResponse(/\/dni\/v1\/beats$/);
  await visitor.getByRole('link', { name: 'Pricing' }).press('Enter');
  await expect(visitor.locator('#pricing')).toContainText(`${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`);
  await expect(visitor.locator('#pricing')).toContainText(`(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`);
  await told;
  await visitor.getByRole('link', { name: 'Contact' }).press('Enter');
  await expect(visitor.locator('#contact')).toContainText(number);
  await expect(visitor.locator('#contact input')).toHaveValue('(415) 555-0100');
  expect(errors).toEqual([]);
  // The same visitor keeps the number, and sees it before the server answers.
  await visitor.reload();
  await expect(visitor.locator('#contact')).toContainText(number);
  const other = await openPage();
  await other.goto(stack.sandbox.site.url);
  await expect(other.locator('#home a[href^="tel:"]')).not.toHaveText('415-555-0100');
  await expect(other.locator('#home a[href^="tel:"]')).not.toHaveText(spelled);

  const call = await stack.sandbox.generator.ring(number, '+15035550142', { kind: 'missed' });
  await keys.palette('Go to Visitors');
  const visit = pane(keys, 'visits').getByRole('row', { name: /Google Ads/ });
  await expect(visit).toContainText('spring-bikes');
  await expect(visit).toContainText('/contact');
  await keys.press('space');
  await expect(pane(keys, 'visits')).toContainText('Frozen');
  await keys.press('space');
  await expect(pane(keys, 'visits')).toContainText('online');
  await keys.cursorTo('visits', 'Google Ads');
  await keys.press('enter');
  const timeline = pane(keys, 'visit').getByRole('listitem');
  await expect(timeline.filter({ hasText: 'Pricing' })).toHaveCount(1);
  await expect(timeline.filter({ hasText: 'Contact' }).first()).toBeVisible();
  await expect(timeline.filter({ hasText: displayPhone('+15035550142') })).toBeVisible();
  expect(await findFaults(keys.page)).toEqual([]);

  const { id } = await stack.owner.selectFrom('calls').select('id').where('carrier_sid', '=', call.sid).executeTakeFirstOrThrow();
  await keys.palette('Go to Calls');
  await keys.press('home enter');
  const source = keys.page.getByRole('group', { name: 'Source' });
  await expect(source).toContainText('Google Ads');
  await expect(source).toContainText('spring-bikes');
  await expect(source).toContainText('Harbor site');
  expect(id).toBeGreaterThan(0);

  const today = new Date().toISOString().slice(0, 10);
  await keys.palette('Create DNI report', 'This company', new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), today);
  await expect(keys.page.getByText('Report generated successfully.').first()).toBeVisible();
  await expect(pane(keys, 'dniReport').getByRole('row', { name: /Google Ads/ })).toBeVisible();
  expect(await findFaults(keys.page)).toEqual([]);

  await keys.palette('Go to DNI pools');
  await keys.cursorTo('dniPools', 'Harbor site');
  await keys.begin('Delete DNI pool', ['Keep numbers']);
  await keys.state('palette', 'open.reviewing');
  await keys.press('enter');
  await expect(keys.page.getByText('Pool “Harbor site” deleted, numbers kept').first()).toBeVisible();
  await createPool(keys, 'Second', origin);
  await keys.press('mod+enter');
  await keys.cursorTo('dniPools', 'Second');
  await keys.begin('Delete DNI pool', ['Delete numbers too']);
  await keys.state('palette', 'open.reviewing');
  await keys.press('enter');
  await expect(keys.page.getByText('Pool “Second” and 4 numbers deleted').first()).toBeVisible();
  const left = await stack.owner.selectFrom('phone_numbers').select('status').where('number', 'in', lines).execute();
  expect(left.map(({ status }) => status)).toEqual([2, 2, 2, 2]);
});

test('the script: late nodes, consent, opting out, a second script, a page of 5,000 nodes', async ({ browser, enter, stack }) => {
  test.setTimeout(120_000);
  const { id: company_id } = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  let html = '';
  const shop = createServer((_request, reply) => void reply.writeHead(200, { 'content-type': 'text/html' }).end(html));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const address = shop.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const { id: pool_id } = await stack.owner
    .insertInto('dni_pools')
    .values({ company_id, name: 'Shop', source: 'always', origins: [origin], target_numbers: ['+14155550100'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  await stack.owner
    .insertInto('phone_numbers')
    .values([...lines, '+18585550175'].map((number) => ({ company_id, number, label: number, pool_id })))
    .execute();
  const { public_key: key } = await stack.owner.selectFrom('dni_sites').select('public_key').where('company_id', '=', company_id).executeTakeFirstOrThrow();
  const tag = (more = '') => `<script src="${stack.url}/dni/${key}/v1.js"${more}></script>`;
  const userAgent = (await (await enter('ana')).page.evaluate(() => navigator.userAgent)).replace('Headless', '');
  const open = async (head: string, body: string, prepare?: (page: Page) => Promise<void>) => {
    const page = await (await browser.newContext({ userAgent })).newPage();
    await prepare?.(page);
    html = `<!doctype html><title>Shop</title>${head}<body>${body}</body>`;
    await page.goto(origin);
    return page;
  };
  const text = '<p id="a">Call (415) 555-0100 or 415 555 0101</p><a id="l" href="tel:+1-415-555-0100">now</a><textarea>415-555-0100</textarea>';

  const first = await open(tag(), text);
  await expect(first.locator('#a')).toContainText(/\(858\) 555-017\d or 415 555 0101/);
  await expect(first.locator('#l')).toHaveAttribute('href', /^tel:\+1858555017\d$/);
  await expect(first.locator('textarea')).toHaveValue('415-555-0100');
  await first.evaluate(() => {
    const late = document.createElement('p');
    late.id = 'late';
    late.textContent = 'Late: +1 415-555-0100';
    document.body.append(late);
    document.getElementById('a')?.firstChild?.replaceWith('Again 415.555.0100');
  });
  await expect(first.locator('#late')).toHaveText(/\+1 858-555-017\d/);
  await expect(first.locator('#a')).toHaveText(/Again 858\.555\.017\d/);

  // Nobody answers for longer than the hold: by then the number can be another visitor's.
  const cut = await open(tag(), text, (page) => page.clock.install());
  await expect(cut.locator('#a')).toContainText('858');
  await cut.route('**/dni/v1/beats', (route) => route.fulfill({ status: 429 }));
  await cut.clock.runFor('19:00');
  await expect(cut.locator('#a')).toContainText('858');
  await cut.clock.runFor('02:30');
  await expect(cut.locator('#a')).toContainText('(415) 555-0100');
  await expect(cut.locator('#l')).toHaveAttribute('href', 'tel:+14155550100');
  await cut.unroute('**/dni/v1/beats');
  await cut.clock.runFor('01:00');
  await expect(cut.locator('#a')).toContainText('858');

  const warned: string[] = [];
  const twice = await open(tag() + tag(), text, async (page) => void page.on('console', (message) => warned.push(message.text())));
  await expect(twice.locator('#a')).toContainText('858');
  expect(warned.filter((words) => words.includes('second script'))).toHaveLength(1);

  const asked: string[] = [];
  const waiting = await open(tag(' data-consent="wait"'), text, async (page) => void page.on('request', (request) => asked.push(request.url())));
  await expect(waiting.locator('#a')).toContainText('(415) 555-0100');
  expect(asked.filter((url) => url.includes('/dni/v1/'))).toEqual([]);
  await waiting.evaluate(() => window.keyline?.consent());
  await expect(waiting.locator('#a')).toContainText('858');
  await waiting.evaluate(() => window.keyline?.optOut());
  asked.length = 0;
  await waiting.reload();
  await expect(waiting.locator('#a')).toContainText('(415) 555-0100');
  expect(asked.filter((url) => url.includes('/dni/v1/'))).toEqual([]);

  const refusing = await open(tag(), text, async (page) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  });
  await refusing.evaluate(() => window.keyline?.consent());
  await expect(refusing.locator('#a')).toContainText('(415) 555-0100');

  const rows = Array.from({ length: 2_500 }, (_, at) => `<p>Row ${at}${at % 125 === 0 ? ', call 415-555-0100' : ''}</p>`).join('');
  const large = await open(tag(), rows);
  await expect(large.locator('p').first()).toContainText('858');
  expect(await large.getByText('858-555-017').count()).toBe(20);
  expect(await large.getByText('415-555-0100').count()).toBe(0);
  shop.closeAllConnections();
  shop.close();
});
