/** Reviews of the catalog, by keyboard alone: a consumer writes one, support staff read and publish it, and the catalog shows it. */
import { expect, Keyboard, type Stack, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';
import { catalogSender } from './support/stack.ts';

test.use({ hasCatalog: true, reducedMotion: 'reduce' });

const phone = '+16465550144';
const long = `They kept my number when I moved.\n\n${'The second line is for the shop, and nobody calls me at night any more. '.repeat(6)}`.trim();

/** Nothing is found by axe, in both themes. */
async function looks({ page }: Keyboard, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${screen}-${colorScheme}.png` });
    expect.soft(await findFaults(page), `${screen}, ${colorScheme}`).toEqual([]);
  }
}

/** A consumer signs up by a code in a text, and writes a review. */
async function writeReview(keys: Keyboard, stack: Stack): Promise<void> {
  const { page } = keys;
  await page.goto(`${stack.url}/catalog`);
  await keys.focused('phone');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText('Create account');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  await keys.focused('phone');
  await keys.type(phone);
  await keys.press('enter');
  await keys.state('catalogSign', 'coding');
  await keys.focused('code');
  const texts = () => stack.sandbox.ledger.list({ from: catalogSender, to: phone });
  await expect.poll(() => texts().length).toBe(1);
  await keys.type(/\b\d{6}\b/.exec(texts()[0]?.body ?? '')?.[0] ?? '');
  await keys.state('catalogActivation', 'choosing');
  await expect(page.locator('[data-usage]')).toContainText('Live');
  await keys.press('escape');
  await keys.press('g r');
  await expect(page.locator('[data-screen="reviews"] h1')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await keys.press('c');
  await keys.focused('rating');
  await keys.type('4');
  await keys.press('tab');
  await page.keyboard.insertText(long);
  await keys.press('mod+enter');
  await expect(page.locator('[data-review="pending"]')).toContainText('They kept my number');
}

/** Reviews of other accounts, as they would have been written before. */
async function addReviews({ owner }: Stack): Promise<void> {
  const written = [
    ['Mara', 5, 'A number in a minute, and it rang at once.', 'pending'],
    ['Jon', 1, 'Buy followers at cheap-followers.example', 'pending'],
    ['Ines', 3, 'Good, but the codes took a while to come.', 'published'],
  ] as const;
  for (const [author, rating, text, state] of written) {
    const { id } = await owner
      .insertInto('catalog_accounts')
      .values({ email: `${author.toLowerCase()}@example.com` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await owner.insertInto('catalog_reviews').values({ account_id: id, author, rating, text, state }).execute();
  }
}

test('a consumer’s review arrives, staff publish it, and the catalog shows it', async ({ enter, another, stack }) => {
  const keys = await enter('staff');
  const { page } = keys;
  const list = page.locator('[data-pane="catalogReviews"]').filter({ visible: true }).first();
  const beside = page.locator('[data-pane="catalogReview"]').filter({ visible: true }).first();
  await keys.palette('Go to Catalog reviews');
  await expect(list).toContainText('No pending reviews.');
  await looks(keys, 'reviews-empty');

  await addReviews(stack);
  const consumer = new Keyboard(await another());
  await writeReview(consumer, stack);
  await expect(list.getByRole('row', { name: /They kept my number/ })).toBeVisible();
  await expect(list).toContainText('Pending 3');
  await keys.cursorTo('catalogReviews', 'They kept my number');
  await expect(beside.getByRole('article')).toContainText('nobody calls me at night any more.');
  await looks(keys, 'reviews');

  await keys.press('p');
  await expect(page.getByText('Review of A customer published').first()).toBeVisible();
  await expect(list).toContainText('Pending 2');
  await expect(list).toContainText('Published 2');
  await consumer.page.reload();
  await expect(consumer.page.locator('[data-review="published"]').filter({ hasText: 'Yours · published' })).toContainText('They kept my number');
  await expect(consumer.page.locator('[data-review]')).toHaveCount(2);

  // One is rejected, thought better of, and rejected again; what is published can still be rejected.
  await keys.cursorTo('catalogReviews', 'cheap-followers');
  await keys.press('#');
  await expect(list).toContainText('Rejected 1');
  await keys.press('z');
  await expect(list).toContainText('Rejected 0');
  await expect(list.getByRole('row', { name: /cheap-followers/ })).toBeVisible();
  await keys.cursorTo('catalogReviews', 'cheap-followers');
  await keys.press('#');
  await expect(list).toContainText('Rejected 1');
  await keys.palette('Show published catalog reviews');
  await keys.cursorTo('catalogReviews', 'They kept my number');
  await expect(beside.getByRole('article')).toContainText('Published by Sunniva Dahl');
  await looks(keys, 'reviews-published');
  await keys.press('p');
  await expect(page.getByText('Already published').first()).toBeVisible();
  await keys.press('#');
  await expect(list).toContainText('Published 1');
  await consumer.page.reload();
  await expect(consumer.page.locator('[data-review="rejected"]')).toContainText('Yours · not published');
});

test('a review that was written anew while staff read it is not published unread', async ({ enter, stack }) => {
  await addReviews(stack);
  const keys = await enter('staff', { path: '/catalog-reviews' });
  const list = keys.page.locator('[data-pane="catalogReviews"]').filter({ visible: true }).first();
  await keys.cursorTo('catalogReviews', 'A number in a minute');
  await stack.owner.updateTable('catalog_reviews').set({ text: 'Now with an advert', revision: 2 }).where('author', '=', 'Mara').execute();
  await keys.press('p');
  await expect(keys.page.getByText('This review has changed since you read it. Read it again.').first()).toBeVisible();
  await expect(list.getByRole('row', { name: /Now with an advert/ })).toBeVisible();
  await expect(list).toContainText('Pending 2');
});

test('who is no support staff reads no reviews, and finds no way to them', async ({ enter }) => {
  const keys = await enter('ana', { path: '/catalog-reviews' });
  await expect(keys.page.getByText('Only support staff can read and publish reviews of the catalog.').first()).toBeVisible();
  await looks(keys, 'reviews-denied');
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await keys.page.keyboard.insertText('catalog reviews');
  await expect(keys.page.locator('[data-flow="palette"]')).not.toContainText('Go to Catalog reviews');
});
