/** The dashboard by keyboard: stepping periods, filtering, comparing, from a bar to its calls and back, tables, favorites, a file. */
import { sql } from 'kysely';
import { favoriteMessages } from '#contract/favoriteReports/texts.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { createAxe } from './support/axe.ts';

const pane = (keys: Keyboard) => keys.page.locator('[data-pane="dashboard"]').filter({ visible: true });
const figure = (keys: Keyboard, title: string) => pane(keys).locator(`figure[data-chart="${title}"]`);
const rows = (keys: Keyboard) => keys.page.locator('[data-pane="calls"] [role="row"]:has([role="gridcell"])').filter({ visible: true });
const notice = (keys: Keyboard, text: string | RegExp) => keys.page.getByText(text).filter({ visible: true }).first();
/** The question of the address, as a person reads it. */
const sentence = (keys: Keyboard) => new URL(keys.page.url()).searchParams.get('q');

async function openDashboard(keys: Keyboard): Promise<void> {
  await keys.press('g d');
  await keys.inPane('dashboard');
  await expect(figure(keys, 'Calls by day').locator('svg')).toBeVisible();
}

test('from the dashboard to the calls of its busiest number and back, with the same count', async ({ enter }) => {
  const keys = await enter('ana');
  await openDashboard(keys);
  await expect(pane(keys).locator('figure')).toHaveCount(7);
  await keys.press('arrowdown arrowdown');
  await expect(figure(keys, 'Calls by number')).toHaveAttribute('data-current', 'true');
  await keys.press('t');
  const row = figure(keys, 'Calls by number').locator('tr[data-current="true"]');
  await expect(row).toHaveCount(1);
  const count = Number((await row.locator('td').first().textContent())?.replaceAll(',', ''));
  expect(count).toBeGreaterThan(0);
  // The point is spoken as the cursor comes to it.
  await keys.press('arrowright');
  await expect(keys.page.getByRole('status').filter({ hasText: /: \d+ calls?/ })).toHaveCount(1);
  await keys.press('arrowleft enter');
  await keys.inPane('calls');
  await expect(rows(keys)).toHaveCount(count);
  await expect(keys.page.locator('[data-pane="calls"]').getByText(String(count), { exact: true }).first()).toBeVisible();
  await keys.press('u');
  await keys.inPane('dashboard');
  await expect(figure(keys, 'Calls by number')).toBeVisible();
});

test('Enter opens all calls of the days while no point is marked', async ({ enter }) => {
  const keys = await enter('ana');
  await openDashboard(keys);
  const calls = pane(keys).getByLabel('Key figures').locator('dd').first().locator('span').first();
  await expect(calls).toHaveText(/^[1-9][\d,]*$/);
  const count = await calls.innerText();
  await keys.press('enter');
  await keys.inPane('calls');
  await expect(keys.page.locator('[data-pane="calls"]').getByText(count, { exact: true }).first()).toBeVisible();
  await keys.press('u');
  await keys.inPane('dashboard');
});

test('a bar under the mouse opens its calls: what finds it is there as the mouse comes', async ({ enter }) => {
  const keys = await enter('ana');
  await openDashboard(keys);
  const chart = figure(keys, 'Calls by number');
  for (const at of [0, 1]) {
    const count = Number((await chart.locator('g[aria-label="text"] text').nth(at).textContent())?.replaceAll(',', ''));
    const drawnBar = chart.locator('g[aria-label="bar"] rect').nth(at);
    // A chart that is drawn anew has no bar for a moment.
    let bar = { x: 0, y: 0, width: 0, height: 0 };
    const measureWidth = async () => {
      bar = (await drawnBar.boundingBox()) ?? bar;
      return bar.width;
    };
    await expect.poll(measureWidth).toBeGreaterThan(0);
    // Another bar than the first under the mouse: the chart is drawn anew as the mouse comes, and told where it is.
    const mouse = { clientX: bar.x + bar.width / 2, clientY: bar.y + bar.height / 2, pointerType: 'mouse' };
    await chart.locator('[role="img"] > div').last().dispatchEvent('pointerenter', mouse);
    const svg = chart.locator('svg');
    await expect.poll(() => svg.evaluate((drawn) => Reflect.get(drawn, 'value')?.value)).toBe(count);
    await svg.dispatchEvent('click', mouse);
    await keys.inPane('calls');
    await expect(rows(keys)).toHaveCount(count);
    await keys.press('u');
    await keys.inPane('dashboard');
  }
});

test('periods are stepped, a filter and a comparison narrow every chart, and the address says so in a sentence', async ({ enter }) => {
  const keys = await enter('ana');
  await openDashboard(keys);
  await keys.press('[');
  await expect.poll(() => sentence(keys)).toMatch(/^dashboard \d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d vs previous period$/);
  await keys.state('reportFilter', 'fixed');
  await keys.press(']');
  await keys.press(']');
  await expect(notice(keys, 'Already at the newest period')).toBeVisible();
  await keys.palette('Change period', 'Last 7 days');
  await keys.state('reportFilter', 'following');
  await keys.palette('Compare with period', 'Matching weekdays');
  await keys.palette('Filter report', 'missed');
  await expect.poll(() => sentence(keys)).toBe('dashboard missed last 7 days vs matching weekdays');
  await expect(pane(keys).getByText(/to match today/)).toBeVisible();
  await keys.palette('Describe report', 'missed calls by hour last 30 days vs one year ago');
  await expect(pane(keys).locator('figure')).toHaveCount(1);
  await expect(figure(keys, 'Missed calls by hour').locator('svg')).toBeVisible();
  // The address leads to the same report.
  const address = new URL(keys.page.url());
  await keys.page.goto(address.href);
  await keys.settled();
  await expect(figure(keys, 'Missed calls by hour').locator('svg')).toBeVisible();
  await expect(pane(keys).getByRole('button', { name: 'vs one year ago' })).toBeVisible();
});

test('what changed is told by its parts, the largest first, and a part opens its calls with the same count', async ({ enter }) => {
  const keys = await enter('ana');
  await openDashboard(keys);
  await keys.palette('Compare with period', 'No comparison');
  await keys.palette('Show what changed');
  await expect.poll(() => sentence(keys)).toBe('what changed last 30 days vs previous period');
  await expect(figure(keys, 'What changed').locator('svg')).toBeVisible();
  await keys.press('t');
  const table = figure(keys, 'What changed').locator('tbody tr');
  const shares = (await table.locator('td:last-child').allTextContents()).map((text) => Number(text.replace('−', '-').replace('%', '')));
  expect(shares.length).toBeGreaterThan(5);
  expect(shares).toEqual(shares.toSorted((one, other) => other - one));
  await keys.press('arrowright');
  const first = figure(keys, 'What changed').locator('tr[data-current="true"]');
  await expect(first).toHaveCount(1);
  const count = Number((await first.locator('td').first().textContent())?.replaceAll(',', ''));
  expect(count).toBeGreaterThan(0);
  await keys.press('enter');
  await keys.inPane('calls');
  await expect(keys.page.locator('[data-pane="calls"]').getByText(String(count), { exact: true }).first()).toBeVisible();
  await keys.press('u');
  await keys.inPane('dashboard');
  await keys.attempt('Compare with period', 'No comparison');
  await expect(notice(keys, 'Compare with another period first')).toBeVisible();
});

test('a favorite is saved, opened by its digit after a reload, changed and removed', async ({ enter }) => {
  const keys = await enter('ana');
  await openDashboard(keys);
  await keys.palette('Describe report', 'calls by number this month vs previous period');
  await expect(figure(keys, 'Calls by number').locator('svg')).toBeVisible();
  await keys.palette('Save report as favorite', 'Monday');
  await expect(notice(keys, favoriteMessages.added)).toBeVisible();
  await keys.press('g i');
  await keys.inPane('inbox');
  await keys.page.reload();
  await keys.settled();
  await keys.press('g 1');
  await keys.inPane('dashboard');
  await expect(figure(keys, 'Calls by number').locator('svg')).toBeVisible();
  await expect.poll(() => sentence(keys)).toBe('calls by number this month vs previous period');
  await keys.palette('Change period', 'Last 7 days');
  await keys.palette('Overwrite favorite report', 'Monday');
  await expect(notice(keys, favoriteMessages.updated)).toBeVisible();
  await keys.palette('Remove favorite report', 'Monday');
  await expect(notice(keys, favoriteMessages.removed)).toBeVisible();
});

test('a report becomes a file, and the server’s text is the notice', async ({ enter }) => {
  const keys = await enter('ana');
  await openDashboard(keys);
  await keys.palette('Export report', 'Spreadsheet (XLSX)');
  await expect(notice(keys, 'Exporting the report. We’ll notify you when the file is ready.')).toBeVisible();
  await expect(notice(keys, /Your export of (?:the )?report is ready/)).toBeVisible();
});

/** Makes Jo an administrator of all companies. */
async function joinAll({ owner }: Stack): Promise<void> {
  const { id: user_id } = await owner.selectFrom('users').select('id').where('email', '=', 'jo@northwind.example').executeTakeFirstOrThrow();
  const others = await owner.selectFrom('companies').select('id').where('slug', '<>', 'northwind-motors').execute();
  await owner
    .insertInto('memberships')
    .values(others.map(({ id: company_id }) => ({ user_id, company_id, role: 'administrator' as const })))
    .execute();
}

test('all companies in one chart: the sums are theirs, and calls open for one company alone', async ({ enter, stack }) => {
  await joinAll(stack);
  const counts = await sql<{ slug: string; calls: number }>`
    select slug, count(*)::int as calls from calls join companies on companies.id = company_id,
      (select timezone as zone from companies where slug = 'northwind-motors') as own
    where account_status = 'active' and started_at >= ((now() at time zone zone)::date - 29)::timestamp at time zone zone group by slug`.execute(stack.owner);
  const total = counts.rows.reduce((sum, { calls }) => sum + calls, 0);
  const own = counts.rows.find(({ slug }) => slug === 'northwind-motors')?.calls ?? 0;
  expect(total).toBeGreaterThan(own);
  const format = (count: number) => count.toLocaleString('en-US');
  const keys = await enter('jo', { path: '/northwind-motors/inbox' });
  await openDashboard(keys);
  const calls = pane(keys)
    .getByLabel('Key figures')
    .locator('div', { has: keys.page.getByText('Calls', { exact: true }) });
  await expect(calls).toContainText(format(own));
  await keys.palette('Choose report companies', 'All companies');
  await expect(calls).toContainText(format(total));
  await expect.poll(() => sentence(keys)).toBe('dashboard across companies last 30 days vs previous period');
  await expect(pane(keys)).toContainText('Companies whose reports you can see');
  expect((await createAxe(keys.page).analyze()).violations).toEqual([]);
  // The sums of a chart are those above it.
  await keys.palette('Show report', 'Calls by area');
  await keys.press('arrowdown t');
  const areas = figure(keys, 'Calls by area').locator('tbody tr td:nth-of-type(1)');
  await expect.poll(async () => (await areas.allTextContents()).reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)).toBe(total);
  await keys.press('enter');
  await expect(notice(keys, 'Calls open for one company')).toBeVisible();
  await keys.inPane('dashboard');
  await keys.attempt('Filter report', 'pool:1');
  await expect(notice(keys, 'Remove numbers, tags and pools from the filter first')).toBeVisible();
  await keys.press('escape escape');
  await keys.page.reload();
  await expect(calls).toContainText(format(total));
  await keys.palette('Choose report companies', 'This company');
  await expect(calls).toContainText(format(own));
});

test('companies beside each other: the one with most calls first, and Enter opens its calls there', async ({ enter, stack }) => {
  await joinAll(stack);
  const keys = await enter('jo', { path: '/northwind-motors/inbox' });
  await keys.palette('Compare companies');
  await expect(figure(keys, 'Calls by company').locator('svg')).toBeVisible();
  await expect.poll(() => sentence(keys)).toBe('calls by company last 30 days vs previous period');
  await keys.press('arrowdown t');
  const table = figure(keys, 'Calls by company').locator('tbody tr');
  const names = await table.locator('th').allTextContents();
  expect(names.length).toBeGreaterThan(1);
  await expect(figure(keys, 'Calls by company').locator('thead')).toContainText('Missed');
  const counts = (await table.locator('td:nth-of-type(1)').allTextContents()).map((text) => Number(text.replaceAll(',', '')));
  expect(counts).toEqual([...counts].sort((one, other) => other - one));
  expect((await createAxe(keys.page).analyze()).violations).toEqual([]);

  // A filter is one company's: its numbers and tags are not the others'.
  await keys.attempt('Filter report', 'missed');
  await expect(notice(keys, 'Clear the filter to compare companies')).toBeVisible();

  await keys.inPane('dashboard');
  const place = names.findIndex((name, at) => name !== 'Northwind Motors' && (counts[at] ?? 0) > 0);
  expect(place).toBeGreaterThanOrEqual(0);
  const { slug } = await stack.owner
    .selectFrom('companies')
    .select('slug')
    .where('name', '=', names[place] ?? '')
    .executeTakeFirstOrThrow();
  for (let at = 0; at < place; at += 1) await keys.press('arrowright');
  await expect(figure(keys, 'Calls by company').locator('tr[data-current="true"] th')).toHaveText(names[place] ?? '');
  await keys.press('enter');
  await keys.inPane('calls');
  await expect.poll(() => new URL(keys.page.url()).pathname).toContain(`/${slug}/calls`);
  await expect(keys.page.locator('[data-pane="calls"]').getByText(String(counts[place]), { exact: true }).first()).toBeVisible();
});

test('a report is mailed each Monday: it says so above its figures, until it is stopped', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.palette('Describe report', 'calls by number last 7 days');
  await expect(figure(keys, 'Calls by number')).toBeVisible();
  await keys.palette('Mail report', 'Every Monday');
  await expect(notice(keys, 'Report mailed to you every Monday, 7 AM')).toBeVisible();
  await expect(pane(keys)).toContainText('Mailed to you every Monday');
  await keys.palette('Change period', 'Last 30 days');
  await expect(pane(keys)).not.toContainText('Mailed to you');
  await keys.palette('Stop mailing report', 'Calls by number last 7 days');
  await expect(notice(keys, 'Report no longer mailed to you')).toBeVisible();
  // The same report again changes how often; the key of the undo brings the pace before back.
  await keys.palette('Mail report', 'Every day');
  await keys.palette('Mail report', 'On the 1st of the month');
  await expect(pane(keys)).toContainText('Mailed to you on the 1st of the month');
  await keys.press('z');
  await expect(pane(keys)).toContainText('Mailed to you every day');
  await keys.press('[');
  await keys.attempt('Mail report', 'Every day');
  await expect(notice(keys, 'Choose a period that moves with the day')).toBeVisible();
  await keys.palette('Go to Inbox');
  await keys.palette('Stop mailing report', 'Calls by number last 30 days');
});
