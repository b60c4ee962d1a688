/** Merging duplicate contacts by keyboard: two that are selected, or one and another that is found; what stays is seen first. */

import { displayPhone } from '#contract/text/phone.ts';
import { expect, type Keyboard, test } from './fixtures.ts';
import type { Stack } from './support/stack.ts';

const rows = (keys: Keyboard) => keys.page.locator('[data-pane="contacts"] [data-row]').filter({ visible: true });

/** Puts two contacts of one person into Ana’s company; the second one opted out. */
async function createPair(stack: Stack): Promise<void> {
  await stack.owner
    .insertInto('contacts')
    .values([
      { company_id: 1, name: 'Zelda Twin', number: '+12125550181', city: 'Rome' },
      { company_id: 1, name: 'Zelda T.', number: '+12125550182', city: 'Oslo', email: 'zelda@example.com', is_unsubscribed: true },
    ])
    .execute();
  await stack.owner.insertInto('opt_outs').values({ company_id: 1, number: '+12125550182', source: 'keyword' }).execute();
}

const pair = async (stack: Stack) =>
  (
    await stack.owner
      .selectFrom('contacts')
      .select(['name', 'city', 'email', 'is_unsubscribed'])
      .where('name', 'like', 'Zelda%')
      .where('deleted_at', 'is', null)
      .orderBy('number')
      .execute()
  ).map((row) => [row.name, row.city, row.email, row.is_unsubscribed]);

test('two selected contacts are merged after a look at what stays, and taken back', async ({ enter, stack }) => {
  await createPair(stack);
  const keys = await enter('ana');
  await keys.palette('Search contacts', 'Zelda');
  await keys.inPane('contacts');
  await expect(rows(keys)).toHaveCount(2);
  await keys.press('home x j x');
  await keys.begin('Merge contacts');
  await keys.state('palette', 'open.asking');
  await expect(keys.page.getByRole('option')).toHaveCount(1);
  await keys.press('enter');
  await expect(keys.page.getByRole('option')).toHaveCount(2);
  await keys.type('Twin');
  await expect(keys.page.getByRole('option')).toHaveCount(1);
  await keys.press('enter');
  await keys.state('palette', 'open.reviewing');
  const review = keys.page.locator('#palette-step');
  await expect(review).toContainText('Merge Zelda T. into Zelda Twin');
  await expect(review.locator('del')).toHaveText(['Zelda T.', 'Oslo']);
  await expect(review.locator('ins')).toHaveText([
    'Zelda Twin',
    'zelda@example.com',
    'Rome',
    displayPhone('+12125550182'),
    'Opted out under all phones. Undo doesn’t change this.',
  ]);
  await keys.press('enter');
  await expect(rows(keys)).toHaveCount(1);
  await expect(keys.page.getByText('Zelda T. merged into Zelda Twin').first()).toBeVisible();
  expect(await pair(stack)).toEqual([['Zelda Twin', 'Rome', 'zelda@example.com', true]]);
  await keys.press('z');
  await expect(rows(keys)).toHaveCount(2);
  // The opt-out stays with both.
  expect(await pair(stack)).toEqual([
    ['Zelda Twin', 'Rome', null, true],
    ['Zelda T.', 'Oslo', 'zelda@example.com', true],
  ]);
});

test('a contact is merged with another one that is found, and its card shows both phones', async ({ enter, stack }) => {
  await createPair(stack);
  const keys = await enter('ana');
  await keys.palette('Search contacts', 'Zelda Twin');
  await keys.inPane('contacts');
  await expect(rows(keys)).toHaveCount(1);
  await keys.press('home enter');
  await keys.inPane('contact');
  await keys.begin('Merge contacts');
  await keys.type('zelda@example');
  await expect(keys.page.getByRole('option', { name: /Zelda T\./ })).toBeVisible();
  await keys.press('enter');
  await expect(keys.page.getByRole('option')).toHaveCount(2);
  await keys.type('Twin');
  await keys.press('enter');
  await keys.state('palette', 'open.reviewing');
  await keys.press('enter');
  const card = keys.page.locator('[data-pane="contact"]').filter({ visible: true });
  await expect(card).toContainText(displayPhone('+12125550182'));
  await expect(card).toContainText(displayPhone('+12125550181'));
  await expect(card).toContainText('Opted out');
});
