/** Sizes of a pool, by keyboard alone: what the visitors of the last days say, a day replayed, and the numbers that lack bought with Enter. */
import { expect, type Keyboard, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';

const dayMs = 86_400_000;

/** Buys as many of the numbers found as were asked for. */
async function buy(keys: Keyboard): Promise<void> {
  await keys.state('numberPurchase', 'results');
  await keys.palette('Add selected numbers to purchase');
  await keys.state('numberPurchase', 'confirming');
  await keys.press('mod+enter');
  await keys.state('numberPurchase', 'bought');
}

test('sizes of a pool are compared, another day is replayed, and Enter buys the numbers that lack', async ({ enter, stack }) => {
  const { id: company_id } = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  const pool = { company_id, name: 'Shop', source: 'always' as const, origins: ['shop.example'], target_numbers: ['+14155550100'] };
  const { id: pool_id } = await stack.owner.insertInto('dni_pools').values(pool).returning('id').executeTakeFirstOrThrow();
  await stack.owner
    .insertInto('phone_numbers')
    .values(['+18585550171', '+18585550172'].map((number) => ({ company_id, number, label: number, pool_id })))
    .execute();
  const from = Math.floor(Date.now() / dayMs) * dayMs - 3 * dayMs + dayMs / 2;
  await stack.owner
    .insertInto('dni_sessions')
    .values(
      Array.from({ length: 30 }, (_, at) => {
        const seen = new Date(from + at * 120_000);
        const visitor = {
          company_id,
          key: `key-${at}`,
          visitor_key: `visitor-${at}`,
          pool_id,
          pool_name: 'Shop',
          source: 'Direct',
          first_source: 'Direct',
          is_first: true,
        };
        const page = { landing: 'shop.example/', page: 'shop.example/', device_type: 'desktop' as const, session_minutes: 30, hold_minutes: 20 };
        return { ...visitor, ...page, started_at: seen, last_seen_at: seen };
      }),
    )
    .execute();

  const keys = await enter('ana');
  await keys.palette('Go to DNI pools');
  await keys.cursorTo('dniPools', 'Shop');
  await keys.press('s');
  await keys.inPane('dniPoolSizes');
  const sizes = keys.page.locator('[data-pane="dniPoolSizes"]').filter({ visible: true });
  await expect(sizes).toContainText('30 visitor sessions in the last 30 days');
  await expect(sizes).toContainText(/Replayed day: .*, 30 visitor sessions/);
  await expect(sizes.getByRole('row', { name: /2\s*Now/ })).toContainText('24');
  expect(await findFaults(keys.page)).toEqual([]);

  await keys.press('enter');
  await expect(keys.page.getByText('Choose a size larger than the pool’s own').filter({ visible: true }).first()).toBeVisible();

  await keys.press('d');
  await keys.state('palette', 'open.asking');
  await keys.type(new Date(from - 2 * dayMs).toISOString().slice(0, 10));
  await keys.press('enter');
  await expect(sizes).toContainText(/Replayed day: .*, 0 visitor sessions/);

  // The largest size but one, so that a larger one is left to choose.
  await keys.press('end');
  const largest = await sizes.locator('[data-cursor]').getAttribute('data-row');
  await keys.press('k');
  await expect(sizes.locator('[data-cursor]')).not.toHaveAttribute('data-row', largest ?? '');
  const wanted = Number(await sizes.locator('[data-cursor]').getAttribute('data-row'));
  expect(wanted).toBeGreaterThan(2);
  await keys.press('enter');
  await keys.inPane('purchase');
  await expect(keys.page.locator('[data-pane="purchase"] [data-field="search"]')).toHaveValue(`858 x${wanted - 2}`);
  await expect(keys.page.locator('[data-pane="purchase"]').getByRole('row', { name: /858/ }).first()).toBeVisible();

  // What is bought is in the pool.
  await buy(keys);
  await expect(keys.page.getByText('added to pool “Shop”').first()).toBeVisible();
  await keys.palette('Go to DNI pools');
  await expect(keys.page.locator('[data-pane="dniPools"]').getByRole('row', { name: /Shop/ })).toContainText(`of ${wanted}`);

  // A pool that refuses them says so; they stay bought.
  await keys.page.route(/\/dniPools\/\d+$/, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { code: 'conflict', message: 'Changed meanwhile', errors: [] } })
      : route.fallback(),
  );
  await keys.press('s');
  await keys.inPane('dniPoolSizes');
  await keys.press('end enter');
  await keys.inPane('purchase');
  await buy(keys);
  await expect(keys.page.getByText('The numbers are bought, but not in the pool: Changed meanwhile').first()).toBeVisible();
  await keys.page.unroute(/\/dniPools\/\d+$/);
  await keys.palette('Go to DNI pools');
  await expect(keys.page.locator('[data-pane="dniPools"]').getByRole('row', { name: /Shop/ })).toContainText(`of ${wanted}`);

  // In a form that is open it is chosen, and joins when that is saved.
  await keys.cursorTo('dniPools', 'Shop');
  await keys.press('enter');
  await keys.state('dniPool', 'editing');
  await keys.palette('DNI pool: Buy numbers', '1');
  await keys.inPane('purchase');
  await buy(keys);
  await keys.palette('Go to DNI pools');
  await expect(keys.page.locator('[data-flow="dniPool"]')).toContainText(`Pool numbers, ${wanted + 1} chosen`);
  await keys.palette('DNI pool: Save');
  await expect(keys.page.locator('[data-pane="dniPools"]').getByRole('row', { name: /Shop/ })).toContainText(`of ${wanted + 1}`);
});
