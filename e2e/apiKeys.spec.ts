/** API keys, by keyboard alone: made with a key that is shown once, used by a program, deleted. */
import { expect, type Keyboard, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';

const pane = (keys: Keyboard) => keys.page.locator('[data-pane="apiKeys"]').filter({ visible: true }).first();

test('an API key is made, copied, used by a program, and deleted', async ({ enter, stack }) => {
  const keys = await enter('ana');
  await keys.palette('Go to API keys');
  await expect(pane(keys)).toContainText('No API keys yet.');
  expect(await findFaults(keys.page)).toEqual([]);

  await keys.palette('Create API key', 'Warehouse', 'Reporting', 'Read only', '90 days');
  await expect(keys.page.getByText('API key created. Copy it now.').first()).toBeVisible();
  const row = pane(keys).getByRole('row', { name: /Warehouse/ });
  await expect(row).toContainText('Active');
  await expect(row).toContainText('Read only');
  const shown = pane(keys).getByRole('region', { name: 'API key' });
  const secret = (await shown.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^keyline_/);
  expect(await findFaults(keys.page)).toEqual([]);

  const ask = (path: string, method = 'GET') => fetch(`${stack.url}/api${path}`, { method, headers: { authorization: `Bearer ${secret}` } });
  const read = await ask('/contacts');
  expect([read.status, (await read.json()).data.length > 0]).toEqual([200, true]);
  expect((await ask('/contacts', 'POST')).status).toBe(403);
  expect((await ask('/user')).status).toBe(403);

  await keys.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await keys.palette('Copy API key');
  await expect(keys.page.getByText('API key copied').first()).toBeVisible();
  expect(await keys.page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await keys.palette('Hide API key');
  await expect(shown).toHaveCount(0);
  await expect(pane(keys)).not.toContainText(secret);
  await keys.cursorTo('apiKeys', 'Warehouse');
  await keys.press('#');
  await keys.state('palette', 'open.reviewing');
  await keys.press('enter');
  await expect(keys.page.getByText('API key deleted').first()).toBeVisible();
  await expect(pane(keys)).toContainText('No API keys yet.');
  expect((await ask('/contacts')).status).toBe(401);
});
