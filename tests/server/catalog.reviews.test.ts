/** Reviews of catalog accounts: one each, read by staff before others see it, and again when it has changed. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReviewState } from '#contract/catalog/entities.ts';
import { routes } from '#contract/index.ts';
import { currentTransaction } from '#server/db/tenancy.ts';
import { type Client, startServer, type TestServer } from './harness.ts';
import { refused } from './stage.ts';

const { catalog } = routes;
let server: TestServer;
let staff: Client;

beforeAll(async () => {
  server = await startServer();
  staff = await server.signedIn(await server.person({ isStaff: true }));
});
afterAll(() => server.close());

type Account = Awaited<ReturnType<TestServer['catalogAccount']>>;
const seenBy = async ({ client }: Account) => (await client.call(catalog.reviews)).data.map(({ text, state, isOwn }) => [text, state, isOwn]);
const waiting = async () => (await staff.call(catalog.staffReviews, { query: { perPage: 200 } })).data;
const decide = (id: number, revision: number, state: ReviewState = 'published') =>
  staff.call(catalog.decideReview, { params: { id }, body: { state, revision } });

test('a review is seen by its author, and by others once staff have published it', async () => {
  const [ana, ben] = [await server.catalogAccount(), await server.catalogAccount()];
  await ana.client.call(catalog.saveProfile, { body: { name: 'Ana Lima' } });
  const made = await ana.client.call(catalog.review, { body: { rating: 4, text: '  A number in a minute  ' } });
  expect(made).toMatchObject({ author: 'Ana', rating: 4, text: 'A number in a minute', state: 'pending', isOwn: true });
  expect(await seenBy(ana)).toEqual([['A number in a minute', 'pending', true]]);
  expect(await seenBy(ben)).toEqual([]);
  const [row] = (await waiting()).filter(({ id }) => id === made.id);
  expect(row).toMatchObject({ author: 'Ana', revision: 1, state: 'pending' });
  expect(await decide(made.id, 1)).toMatchObject({ state: 'published' });
  expect(await seenBy(ben)).toEqual([['A number in a minute', 'published', false]]);
  expect((await waiting()).map(({ id }) => id)).not.toContain(made.id);
  // The same again changes nothing, other words are read again.
  expect(await ana.client.call(catalog.review, { body: { rating: 4, text: 'A number in a minute' } })).toMatchObject({ state: 'published' });
  expect(await ana.client.call(catalog.review, { body: { rating: 1, text: 'It was lost' } })).toMatchObject({ id: made.id, state: 'pending' });
  expect(await seenBy(ben)).toEqual([]);
  expect(await refused(staff.refusal(catalog.decideReview, { params: { id: made.id }, body: { state: 'published', revision: 1 } }))).toMatchObject({
    status: 409,
  });
  expect(await decide(made.id, 2, 'rejected')).toMatchObject({ state: 'rejected' });
  expect(await seenBy(ben)).toEqual([]);
  expect(await seenBy(ana)).toEqual([['It was lost', 'rejected', true]]);
  // A profile without a name names nobody.
  expect(await ben.client.call(catalog.review, { body: { rating: 5, text: 'Good' } })).toMatchObject({ author: 'A customer' });
});

test('staff see how many reviews wait, find one by its words, and see who decided; what they decided can be taken back', async () => {
  const cleo = await server.catalogAccount();
  await cleo.client.call(catalog.saveProfile, { body: { name: 'Cleo Ray' } });
  const { id } = await cleo.client.call(catalog.review, { body: { rating: 2, text: 'The 100% discount was a joke' } });
  const list = async (state: ReviewState, q: string) => staff.call(catalog.staffReviews, { query: { state, q } });
  const { meta } = await list('pending', 'cleo 100%');
  expect((await list('pending', 'cleo 100%')).data.map((row) => row.id)).toEqual([id]);
  expect(meta).toMatchObject({ total: 1, counts: { pending: expect.any(Number), published: expect.any(Number), rejected: expect.any(Number) } });
  expect(await list('pending', 'cleo 100_')).toMatchObject({ data: [], meta: { total: 0 } });

  expect(await decide(id, 1, 'rejected')).toMatchObject({ state: 'rejected', decidedAt: expect.any(String), decidedBy: expect.any(String) });
  const after = await list('rejected', 'joke');
  expect(after.data).toMatchObject([{ id, state: 'rejected' }]);
  expect(after.meta.counts).toMatchObject({ pending: meta.counts.pending - 1, rejected: meta.counts.rejected + 1 });

  expect(await decide(id, 1, 'pending')).toMatchObject({ state: 'pending', decidedAt: null, decidedBy: null });
  expect((await list('pending', '')).meta.counts).toEqual(meta.counts);
  // What was written anew is not what was decided on: that is not taken back either.
  await cleo.client.call(catalog.review, { body: { rating: 5, text: 'They paid it back' } });
  expect(await refused(staff.refusal(catalog.decideReview, { params: { id }, body: { state: 'pending', revision: 1 } }))).toMatchObject({ status: 409 });
});

test('an account has one review, however many it writes at once; it goes with the account', async () => {
  const ana = await server.catalogAccount();
  await Promise.all([1, 2, 3, 4].map((rating) => ana.client.call(catalog.review, { body: { rating, text: `Review ${rating}` } })));
  expect(await seenBy(ana)).toHaveLength(1);
  await ana.client.call(catalog.deleteAccount);
  expect(await server.owner.selectFrom('catalog_reviews').select('id').where('account_id', '=', ana.id).execute()).toEqual([]);
});

test.each([
  ['no stars', { rating: 0, text: 'Bad' }, 'rating'],
  ['six stars', { rating: 6, text: 'Bad' }, 'rating'],
  ['half a star', { rating: 1.5, text: 'Bad' }, 'rating'],
  ['no words', { rating: 3, text: '   ' }, 'text'],
  ['too many words', { rating: 3, text: 'x'.repeat(1_001) }, 'text'],
  ['HTML', { rating: 3, text: 'See <a href="https://example.com">this</a>' }, 'text'],
])('%s: refused at its field', async (_what, body, field) => {
  const ana = await server.catalogAccount();
  expect(await refused(ana.client.refusal(catalog.review, { body }))).toMatchObject({ status: 422, field });
  expect(await seenBy(ana)).not.toContainEqual([body.text, 'pending', true]);
});

test('staff alone decide, on a review that is there', async () => {
  const ana = await server.catalogAccount();
  const { id } = await ana.client.call(catalog.review, { body: { rating: 3, text: 'Fine' } });
  const worker = await server.worker(await server.company(), 'owner');
  const input = { params: { id }, body: { state: 'published' as const, revision: 1 } };
  expect(await refused(worker.refusal(catalog.decideReview, input))).toMatchObject({ status: 403 });
  expect(await refused(ana.client.refusal(catalog.decideReview, input))).toMatchObject({ status: 401 });
  expect(await refused(staff.refusal(catalog.decideReview, { ...input, params: { id: 987_654_321 } }))).toMatchObject({ status: 404 });
  expect(await refused(staff.refusal(catalog.staffReviews, { query: { perPage: 201 } }))).toMatchObject({ status: 422, field: 'perPage' });
});

/** Tables of which an account sees its own rows alone. */
const tables = [
  'catalog_accounts',
  'catalog_numbers',
  'catalog_periods',
  'catalog_invitations',
  'catalog_reviews',
  'catalog_uploads',
  'catalog_files',
] as const;

/** A row of each for an account. */
async function fill(accountId: number): Promise<void> {
  const { owner } = server;
  await owner.insertInto('catalog_numbers').values({ account_id: accountId, number: '+12125559990', state: 'ready' }).execute();
  await owner.insertInto('catalog_invitations').values({ account_id: accountId, client_key: 'row-of-ana', phone: '+12125559991' }).execute();
  const upload = await owner
    .insertInto('catalog_uploads')
    .values({ account_id: accountId, client_key: 'row-of-ana' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const file = { upload_id: upload.id, position: 0, name: 'a.png', content_type: 'image/png', bytes: 1, storage_key: 'catalog/support/none' };
  await owner.insertInto('catalog_files').values(file).execute();
}

test('the database itself keeps an account from publishing, and from the rows of others', async () => {
  const [ana, ben] = [await server.catalogAccount(), await server.catalogAccount()];
  const { id } = await ana.client.call(catalog.review, { body: { rating: 3, text: 'Mine alone' } });
  const { tenancy } = server.services;
  const asBen = <T>(work: () => Promise<T>) => tenancy.account(ben.id, work);
  const change = (set: { readonly state?: 'published'; readonly rating?: number }) => () =>
    currentTransaction().updateTable('catalog_reviews').set(set).where('id', '=', id).executeTakeFirst();
  await expect(tenancy.account(ana.id, change({ state: 'published' }))).rejects.toThrow(/row-level security/);
  expect((await asBen(change({ rating: 5 }))).numUpdatedRows).toBe(0n);
  await fill(ana.id);
  const seen = async (accountId: number) =>
    Promise.all(
      tables.map(async (table) => {
        const { rows } = await tenancy.account(accountId, () => sql<{ id: number }>`select id from ${sql.table(table)}`.execute(currentTransaction()));
        return `${table} ${rows.filter((row) => table !== 'catalog_accounts' || row.id !== ben.id).length}`;
      }),
    );
  expect(await seen(ana.id)).toEqual(tables.map((table) => `${table} 1`));
  expect(await seen(ben.id)).toEqual(tables.map((table) => `${table} 0`));
});
