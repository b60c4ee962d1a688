/** Reviews of accounts: one each; staff read it before others see it, and read it again when it changes. */
import { sql } from 'kysely';
import type { ReviewState } from '#contract/catalog/entities.ts';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import { createPageMeta } from '../../lists/pageMeta.ts';
import { holdsWord, searchWords } from '../../lists/textSearch.ts';

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

interface StaffRow extends ReviewRow {
  readonly revision: number;
  readonly decided_at: Date | null;
  readonly decided_by_name: string | null;
}
const toStaffReview = ({ revision, decided_at, decided_by_name, ...row }: StaffRow) => ({
  ...toReview(row),
  revision,
  decidedAt: decided_at?.toISOString() ?? null,
  decidedBy: decided_by_name,
});

/** Reviews as staff read them, with the name of who decided. */
const selectForStaff = () =>
  currentTransaction()
    .selectFrom('catalog_reviews as r')
    .leftJoin('users as u', 'u.id', 'r.decided_by')
    .select(['r.id', 'r.author', 'r.rating', 'r.text', 'r.state', 'r.created_at', 'r.revision', 'r.decided_at'])
    .select(sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`.as('decided_by_name'));

async function countByState(): Promise<Record<ReviewState, number>> {
  const rows = await currentTransaction()
    .selectFrom('catalog_reviews')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return { pending: 0, published: 0, rejected: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)])) };
}

/** GET /staff/catalog/reviews: those in a state: the ones that wait longest first, and of those decided on the latest. */
export const staffReviews: Handler<typeof routes.catalog.staffReviews> = async ({ query: { state, q = '', page, perPage }, services }) =>
  services.tenancy.identityReading(async () => {
    let asked = selectForStaff().where('r.state', '=', state);
    for (const word of searchWords(q)) asked = asked.where(holdsWord(sql`r.author || ' ' || r.text`, word));
    const { total } = await currentTransaction()
      .selectFrom(asked.as('asked'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await (state === 'pending' ? asked.orderBy('r.created_at') : asked.orderBy('r.decided_at', 'desc'))
      .orderBy('r.id')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute();
    return { data: rows.map(toStaffReview), meta: { ...createPageMeta(page, perPage, Number(total)), counts: await countByState() } };
  });

/** PUT /staff/catalog/reviews/{id}: publishes or rejects what was read, or takes that back; refuses (409) when the text has changed since. */
export const decideReview: Handler<typeof routes.catalog.decideReview> = async ({ params, body: { state, revision }, authUser, services }) =>
  services.tenancy.identity(async () => {
    const kept = await currentTransaction().selectFrom('catalog_reviews').select('revision').where('id', '=', params.id).forUpdate().executeTakeFirst();
    if (!kept) throw new AppError('not_found');
    if (kept.revision !== revision) throw new AppError('conflict', { title: 'Review', message: 'This review has changed since you read it. Read it again.' });
    const decision = state === 'pending' ? { decided_by: null, decided_at: null } : { decided_by: authUser.userId, decided_at: new Date() };
    await currentTransaction()
      .updateTable('catalog_reviews')
      .set({ state, ...decision })
      .where('id', '=', params.id)
      .execute();
    return toStaffReview(await selectForStaff().where('r.id', '=', params.id).executeTakeFirstOrThrow());
  });
