/** A company by keyboard alone: its name, its plan, its card on the page of the card service and back, its number; left and taken up again. */
import { expect, test } from './fixtures.ts';
import type { Keyboard } from './support/keyboard.ts';

const pane = (keys: Keyboard) => keys.page.locator('[data-pane="companyCreate"]');
const focused = (keys: Keyboard) => keys.page.locator(':focus');

test('a company with plan, card and number, each step by Enter; a reload takes it up again', async ({ enter, stack }) => {
  test.setTimeout(120_000);
  const keys = await enter('ana');
  await keys.palette('Create company step by step');
  await keys.state('companyCreate', 'details');
  await expect(pane(keys).getByLabel('Company name')).toBeFocused();
  await keys.press('enter');
  await expect(keys.page.getByText('Enter the name of the company').first()).toBeVisible();
  await keys.type('Birch Dental');
  await keys.press('enter');
  await keys.state('companyCreate', 'plan');
  await expect(keys.page.getByRole('heading', { level: 1, name: 'Birch Dental' })).toBeAttached();
  await expect(focused(keys)).toContainText('Starter, monthly');
  await keys.press('enter');
  await keys.state('companyCreate', 'card');
  // Back, to another plan, and on.
  await keys.press('escape');
  await keys.state('companyCreate', 'plan');
  await keys.palette('New company: Choose plan', 'Premium, monthly');
  await keys.state('companyCreate', 'card');
  await expect(pane(keys)).toContainText('Premium, monthly costs $120.00');
  // Billing that comes late and says nothing new has the step not looked at again, which would never end here.
  let isTold = false;
  const billing = Promise.withResolvers<void>();
  await keys.page.route(/\/api\/company\/\d+\/billing$/, async (route) => {
    await billing.promise;
    await route.continue();
  });
  await keys.page.route('**/api/companies/creation?*', (route) => (isTold ? undefined : route.continue()));
  await keys.page.reload();
  await keys.settled();
  await keys.state('companyCreate', 'card');
  await expect(focused(keys)).toContainText('Enter card');
  isTold = true;
  const answered = keys.page.waitForResponse(/\/api\/company\/\d+\/billing$/);
  billing.resolve();
  await answered;
  await keys.state('companyCreate', 'card');
  await keys.page.unrouteAll({ behavior: 'ignoreErrors' });
  await keys.press('enter');
  await expect(keys.page.getByLabel('Card number')).toBeFocused();
  await keys.type('4242424242424242');
  await keys.press('enter');
  await keys.settled();
  await keys.state('companyCreate', 'plan');
  await expect(focused(keys)).toContainText('Start Premium, monthly: $120.00 now');
  await keys.press('enter');
  await keys.state('companyCreate', 'number');
  await expect(pane(keys).getByLabel('Area code')).toBeFocused();
  await keys.type('212');
  await keys.press('enter');
  await expect(focused(keys)).toContainText('per month');
  // The number is bought before the answer to its order is here.
  const isBought = () => stack.owner.selectFrom('number_purchases').select('state').where('state', '=', 'bought').executeTakeFirst();
  await keys.page.route('**/api/companies', async (route) => {
    const response = await route.fetch();
    await expect.poll(isBought).toBeTruthy();
    await route.fulfill({ response });
  });
  await keys.press('enter');
  await keys.state('companyCreate', 'done');
  await expect(pane(keys)).toContainText('is yours', { timeout: 15_000 });
  await expect(pane(keys)).toContainText('Premium, monthly is started');
  const { id } = await stack.owner.selectFrom('companies').select('id').where('name', '=', 'Birch Dental').executeTakeFirstOrThrow();
  const numbers = await stack.owner.selectFrom('phone_numbers').select('number').where('company_id', '=', id).execute();
  expect(numbers).toEqual([{ number: expect.stringMatching(/^\+1(212|646|332|917)/) }]);
  const { customer_id } = await stack.owner.selectFrom('company_billing').select('customer_id').where('company_id', '=', id).executeTakeFirstOrThrow();
  const charges = stack.sandbox.cards.engine.charges.filter(({ customer }) => customer === customer_id);
  expect(charges.map(({ amount }) => amount)).toEqual([12_000]);
});

test('the palette command goes on in the flow, whose steps can be skipped and taken up again', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.palette('Create company', 'Cedar Dental', 'Denver');
  await keys.state('companyCreate', 'plan');
  await expect(keys.page.getByRole('heading', { level: 1, name: 'Cedar Dental' })).toBeAttached();
  await keys.palette('New company: Skip plan');
  await keys.state('companyCreate', 'number');
  await keys.palette('New company: Skip number');
  await keys.state('companyCreate', 'done');
  await keys.press('escape');
  await keys.state('companyCreate', 'number');
  await keys.palette('New company: Close');
  await keys.state('companyCreate', 'closed');
  await keys.palette('Continue company setup');
  await keys.state('companyCreate', 'plan');
  await keys.palette('Finish company setup');
  await keys.find('Continue company setup');
  await expect(keys.flow('palette')).toContainText('Company setup is already finished');
});
