/** Reviews of accounts: one each; staff read it before others see it, and read it again when it changes. */
import { sql } from 'kysely';
import type { ReviewState } from '#contract/catalog/entities.ts';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';

/** Reviews that are shown at once. */
const mostReviews = 200;
/** Whose profile names nobody. */
const unnamed = 'A customer';

interface ReviewRow {
  readonly id: number;
  readonly author: string;
  readonly rating: number;
  readonly text: string;
  readonly state: ReviewState;
  readonly created_at: Date;
}

const columns = ['id', 'author', 'rating', 'text', 'state', 'created_at'] as const;
const toReview = ({ created_at, ...row }: ReviewRow) => ({ ...row, createdAt: created_at.toISOString() });

/** GET /caddy/reviews (CALL-270): the published ones and one's own, the latest first. Row-level security leaves out the others. */
export const reviews: Handler<typeof routes.catalog.reviews> = async ({ account }) => {
  const rows = await currentTransaction()
    .selectFrom('catalog_reviews')
    .select([...columns, 'account_id'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostReviews)
    .execute();
  const data = rows.map(({ account_id, ...row }) => ({ ...toReview(row), isOwn: account_id === account.id }));
  return { data, meta: { total: data.length } };
};

/** POST /caddy/reviews (CALL-271): another one replaces that of before, and waits to be read; the same again changes nothing. */
export const review: Handler<typeof routes.catalog.review> = async ({ body: { rating, text }, account }) => {
  const profile = await currentTransaction().selectFrom('catalog_accounts').select('name').where('id', '=', account.id).executeTakeFirst();
  if (!profile) throw new AppError('unauthenticated');
  const author = profile.name?.split(' ')[0] ?? unnamed;
  await currentTransaction()
    .insertInto('catalog_reviews')
    .values({ account_id: account.id, author, rating, text })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ author, rating, text, state: 'pending', revision: sql<number>`catalog_reviews.revision + 1`, created_at: sql<Date>`now()` })
        .where(
          sql<boolean>`(catalog_reviews.author, catalog_reviews.rating, catalog_reviews.text) is distinct from (${author}::text, ${rating}::int, ${text}::text)`,
        ),
    )
    .execute();
  const row = await currentTransaction().selectFrom('catalog_reviews').select(columns).where('account_id', '=', account.id).executeTakeFirstOrThrow();
  return { ...toReview(row), isOwn: true };
};

/** GET /staff/catalog/reviews: those in a state, the ones that wait longest first. */
export const staffReviews: Handler<typeof routes.catalog.staffReviews> = async ({ query: { state, page, perPage }, services }) =>
  services.tenancy.identityReading(async () => {
    const asked = currentTransaction().selectFrom('catalog_reviews').where('state', '=', state);
    const { total } = await asked.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await asked
      .select([...columns, 'revision'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute();
    const count = Number(total);
    const data = rows.map(({ revision, ...row }) => ({ ...toReview(row), revision }));
    return { data, meta: { currentPage: page, total: count, lastPage: Math.max(1, Math.ceil(count / perPage)), perPage } };
  });

/** PUT /staff/catalog/reviews/{id}: publishes or rejects what was read; refuses (409) when the text has changed since. */
export const decideReview: Handler<typeof routes.catalog.decideReview> = async ({ params, body, authUser, services }) =>
  services.tenancy.identity(async () => {
    const kept = await currentTransaction().selectFrom('catalog_reviews').select('revision').where('id', '=', params.id).forUpdate().executeTakeFirst();
    if (!kept) throw new AppError('not_found');
    if (kept.revision !== body.revision)
      throw new AppError('conflict', { title: 'Review', message: 'This review has changed since you read it. Read it again.' });
    const row = await currentTransaction()
      .updateTable('catalog_reviews')
      .set({ state: body.isPublished ? 'published' : 'rejected', decided_by: authUser.userId, decided_at: new Date() })
      .where('id', '=', params.id)
      .returning([...columns, 'revision'])
      .executeTakeFirstOrThrow();
    const { revision, ...rest } = row;
    return { ...toReview(rest), revision };
  });
