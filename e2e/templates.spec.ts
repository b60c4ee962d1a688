/** Number templates, the marketplace and forwards, by keyboard alone. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';

test('a template is made, put on selected numbers with the difference shown first, and taken back', async ({ enter }) => {
  test.setTimeout(90_000);
  const keys = await enter('ana');
  await keys.palette('Create number template', 'Two desks', '1 "Desk" → +1 415 555 0187 timeout 25s; 2 → voicemail');
  await keys.state('routingEdit', 'editing');
  const editor = keys.page.locator('[data-pane="template"]');
  await expect(editor.getByRole('region', { name: 'Extension 2' })).toBeVisible();
  await keys.inPane('template');
  await keys.palette('Add destination to an extension', '2', '415-555-0121');
  await expect(editor.getByRole('region', { name: 'Extension 2' })).toContainText('+1 415-555-0121');
  await keys.palette('Toggle call recording');
  await keys.press('mod+enter');
  await expect(keys.page.getByText('Template saved. Numbers that already use it don’t change.').first()).toBeVisible();

  await keys.press('g n');
  await expect(keys.page.locator('[data-pane="numbers"] [data-row]').first()).toBeVisible();
  await keys.palette('Search numbers', 'Google ads');
  await keys.inPane('numbers');
  await expect(keys.page.locator('[data-pane="numbers"] [data-row]')).toHaveCount(2);
  await keys.press('mod+a');
  await keys.find('Apply template to numbers');
  await keys.press('enter');
  await keys.type('Two desks');
  await keys.press('enter');
  await keys.state('palette', 'open.reviewing');
  await expect(keys.flow('palette')).toContainText('Apply template “Two desks” to 2 numbers');
  await expect(keys.flow('palette')).toContainText('1 "Desk" → +1 415-555-0187 timeout 25s; 2 → +1 415-555-0121');
  await expect(keys.flow('palette')).toContainText('Calls are recorded, announcement on');
  await keys.press('enter');
  await keys.state('palette', 'closed');

  await keys.press('g f');
  const rung = keys.page.locator('[data-pane="forwards"] [role="row"]', { hasText: '415-555-0187' });
  await expect(rung).toContainText('Google ads (ext. 1 Desk)');
  await keys.press('z');
  await expect(rung).toHaveCount(0);
});

test('a number is listed for a price, and the report downloaded', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.press('g k');
  const pane = keys.page.locator('[data-pane="marketplace"]');
  await expect(pane.locator('[data-row]').first()).toBeVisible();
  const sums = pane.getByLabel('Marketplace totals');
  const before = Number(/Listed\s*(\d+) of/.exec((await sums.textContent()) ?? '')?.[1]);
  await keys.palette('First row');
  await keys.palette('List number on marketplace', '$1,250.50');
  await expect(keys.page.getByText('Marketplace number updated successfully.').first()).toBeVisible();
  await expect(sums).toContainText(`${before + 1} of`);
  await expect(pane.getByText('$1,250.50').first()).toBeVisible();
  const waiting = keys.page.waitForEvent('download');
  await keys.palette('Download marketplace report');
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('marketplace_report.csv');
  expect(await readFile(await download.path(), 'utf8')).toContain('1250.5');
  await expect(keys.page.getByText('Report generated successfully.').first()).toBeVisible();
  await keys.press('z');
  await expect(sums).toContainText(`${before} of`);
});
