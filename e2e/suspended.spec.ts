/** A suspended company, by keyboard alone: its people are told, ask support why, and are let in again once it is active. */
import type { BrowserContext } from '@playwright/test';
import { expect, type Stack, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';
import { openSession } from './support/people.ts';
import { headersOf } from './support/wire.ts';

/** An administrator of the organization changes the status of the company. */
async function setStatus(context: BrowserContext, { url, owner }: Stack, status: 'active' | 'suspended'): Promise<void> {
  const company = owner.selectFrom('companies').select(['id', 'organization_id']).where('slug', '=', 'northwind-motors');
  const { id, organization_id } = await company.executeTakeFirstOrThrow();
  const path = `/api/business-units/${organization_id}/business-unit-companies/${id}/status`;
  const reply = await context.request.post(`${url}${path}`, { data: { status }, headers: await headersOf(context, url) });
  expect(reply.status()).toBe(200);
}

test('who comes to a suspended company asks support why, and is let in when it is active again', async ({ keys, another, stack }) => {
  const administrator = (await another()).context();
  await openSession(administrator, stack.url, 'ana');
  await setStatus(administrator, stack, 'suspended');
  // The other companies are none of theirs, or closed to them as well.
  await stack.owner.updateTable('companies').set({ account_status: 'suspended' }).where('slug', '!=', 'northwind-motors').execute();
  await openSession(keys.page.context(), stack.url, 'jo');
  await keys.page.goto(stack.url);
  await keys.state('companySwitch', 'stale');
  await keys.settled();
  const { page } = keys;
  const bar = page.getByRole('region', { name: 'Suspended company' });
  await expect(bar).toContainText('is suspended. Ask an administrator of its organization, or support.');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/suspended-${colorScheme}.png` });
    expect.soft(await findFaults(page), colorScheme).toEqual([]);
  }

  await keys.palette('Contact support');
  await expect(page.locator('[data-scope="supportForm"] textarea')).toBeFocused();
  await keys.type('Why are we suspended?');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/suspended-form.png` });
  await keys.press('mod+enter');
  await expect(page.getByText(/Ticket \d+ sent/).first()).toBeVisible();
  expect(await stack.owner.selectFrom('support_tickets').select('message').execute()).toEqual([{ message: 'Why are we suspended?' }]);

  await setStatus(administrator, stack, 'active');
  await expect(bar).toHaveCount(0);
  await keys.state('companySwitch', 'idle');
  await keys.palette('Go to Inbox');
  await expect(page.locator('[data-pane="inbox"] [data-row]').first()).toBeVisible();
});
