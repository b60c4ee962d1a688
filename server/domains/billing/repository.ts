/** Rows of billing, in the open transaction of their company. */
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { getYearlyPlan } from '#contract/billing/plans.ts';
import type { BillingAddress, Standing, VendorSubscription } from '../../cards/cards.ts';
import type { Database } from '../../db/tables.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import type { ActionDetails, ActionKind, BillingActionsTable, CompanyBillingTable, StoredSubscription } from './tables.ts';

export type BillingRow = Selectable<CompanyBillingTable>;
export type ActionRow = Selectable<BillingActionsTable>;

export async function findBilling(): Promise<BillingRow | null> {
  return (await currentTransaction().selectFrom('company_billing').selectAll().where('company_id', '=', companyId()).executeTakeFirst()) ?? null;
}

/** The billing row of the open company, made where it is missing, locked. */
export async function lockBilling(): Promise<BillingRow> {
  await currentTransaction()
    .insertInto('company_billing')
    .values({ company_id: companyId() })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute();
  return currentTransaction().selectFrom('company_billing').selectAll().where('company_id', '=', companyId()).forUpdate().executeTakeFirstOrThrow();
}

export const updateBilling = (change: Partial<Pick<BillingRow, 'customer_id' | 'customer_key' | 'is_stale'>>) =>
  currentTransaction().updateTable('company_billing').set(change).where('company_id', '=', companyId()).execute();

export const saveAddress = ({ name, line1, line2, city, state, zip, country }: BillingAddress) =>
  currentTransaction().updateTable('company_billing').set({ name, line1, line2, city, state, zip, country }).where('company_id', '=', companyId()).execute();

const toStored = (subscription: VendorSubscription): StoredSubscription => ({
  ...subscription,
  periodStart: subscription.periodStart.toISOString(),
  periodEnd: subscription.periodEnd.toISOString(),
  cancelAt: subscription.cancelAt?.toISOString() ?? null,
  trialEnd: subscription.trialEnd?.toISOString() ?? null,
  pending: subscription.pending && { ...subscription.pending, at: subscription.pending.at.toISOString() },
});

/** Reads a stored subscription as the vendor's. */
export const fromStored = (stored: StoredSubscription): VendorSubscription => ({
  ...stored,
  periodStart: new Date(stored.periodStart),
  periodEnd: new Date(stored.periodEnd),
  cancelAt: stored.cancelAt === null ? null : new Date(stored.cancelAt),
  trialEnd: stored.trialEnd === null ? null : new Date(stored.trialEnd),
  pending: stored.pending && { ...stored.pending, at: new Date(stored.pending.at) },
});

/** Comparable text of a row: what is asked later and says the same changes nothing. */
const toText = ({ payment_method: method, subscription, is_refunding: isRefunding, prices, is_stale: isStale }: Partial<BillingRow>) => {
  const sort = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sort)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([name, entry]) => [name, sort(entry)]),
          )
        : value;
  return JSON.stringify(sort([method, subscription, isRefunding, prices, isStale]));
};

/** Saves what the vendor says, unless a later question was answered already. An old answer that comes late changes nothing. */
export async function saveStanding(standing: Standing, askedAt: Date): Promise<void> {
  const before = await lockBilling();
  if (before.asked_at !== null && before.asked_at > askedAt) return;
  const subscription = standing.subscription && toStored(standing.subscription);
  const next = { payment_method: standing.paymentMethod, subscription, is_refunding: standing.isRefunding, prices: standing.prices, is_stale: false };
  await currentTransaction()
    .updateTable('company_billing')
    .set({
      payment_method: next.payment_method === null ? null : JSON.stringify(next.payment_method),
      subscription: subscription === null ? null : JSON.stringify(subscription),
      is_refunding: next.is_refunding,
      prices: JSON.stringify(next.prices),
      plan_code: subscription === null || subscription.state === 'expired' ? null : subscription.planCode,
      is_stale: false,
      asked_at: askedAt,
    })
    .where('company_id', '=', companyId())
    .execute();
  if (toText(before) !== toText(next)) recordChange({ kind: 'subscription-updated' });
  await saveInvoices(standing.invoices);
  await offerYearly(subscription);
}

async function saveInvoices(invoices: Standing['invoices']): Promise<void> {
  for (const { id, number, status, totalCents, dueCents, paymentIntent, createdAt, lines } of invoices) {
    const values = {
      number,
      status,
      total_cents: totalCents,
      due_cents: dueCents,
      payment_intent: paymentIntent,
      lines: JSON.stringify(lines),
      created_at: createdAt,
    };
    const saved = await currentTransaction()
      .insertInto('billing_invoices')
      .values({ company_id: companyId(), vendor_id: id, ...values })
      .onConflict((conflict) =>
        conflict
          .column('vendor_id')
          .doUpdateSet(values)
          .where((eb) =>
            eb.or([
              eb('billing_invoices.status', '<>', status),
              eb('billing_invoices.due_cents', '<>', dueCents),
              eb('billing_invoices.total_cents', '<>', totalCents),
              eb('billing_invoices.number', '<>', number),
              eb('billing_invoices.payment_intent', 'is distinct from', paymentIntent),
            ]),
          ),
      )
      .returning('id')
      .executeTakeFirst();
    if (saved) recordChange({ kind: 'invoice-updated', id: saved.id });
  }
}

/** A subscription on a monthly plan is offered the yearly one of its tier. */
async function offerYearly(subscription: StoredSubscription | null): Promise<void> {
  if (subscription === null || subscription.state !== 'active' || subscription.planCode === null) return;
  const yearly = getYearlyPlan(subscription.planCode);
  if (yearly === null) return;
  await currentTransaction()
    .insertInto('yearly_upgrade_offers')
    .values({ company_id: companyId(), from_code: subscription.planCode, plan_code: yearly })
    .onConflict((conflict) => conflict.columns(['company_id', 'from_code']).where('used_at', 'is', null).doNothing())
    .execute();
}

export const findOpenAction = () =>
  currentTransaction().selectFrom('billing_actions').selectAll().where('company_id', '=', companyId()).where('state', '=', 'open').executeTakeFirst();

/** The change that was made last. */
export const findLastAction = () =>
  currentTransaction()
    .selectFrom('billing_actions')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertAction = (kind: ActionKind, details: ActionDetails, userId: number | null): Promise<ActionRow> =>
  currentTransaction()
    .insertInto('billing_actions')
    .values({ company_id: companyId(), kind, details: JSON.stringify(details), user_id: userId })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Days for which a session of the card page is good; the vendor's own page closes after one. */
const sessionDays = 2;

/** Writes down to whom a session of the card page is issued; old ones of the company go. */
export async function insertCardSession(vendorId: string, userId: number): Promise<void> {
  const trx = currentTransaction();
  await trx
    .deleteFrom('billing_card_sessions')
    .where('company_id', '=', companyId())
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${sessionDays})`)
    .execute();
  await trx.insertInto('billing_card_sessions').values({ vendor_id: vendorId, company_id: companyId(), user_id: userId }).execute();
}

const ofSession = (vendorId: string, userId: number) => (eb: ExpressionBuilder<Database, 'billing_card_sessions'>) =>
  eb.and({ company_id: companyId(), vendor_id: vendorId, user_id: userId }).and('created_at', '>', sql<Date>`now() - make_interval(days => ${sessionDays})`);

/** True for a session of the open company that was issued to this user. */
export async function hasCardSession(vendorId: string, userId: number): Promise<boolean> {
  const found = await currentTransaction().selectFrom('billing_card_sessions').select('vendor_id').where(ofSession(vendorId, userId)).executeTakeFirst();
  return found !== undefined;
}

/** Uses a session; false for one that was used, or is another user's. */
export async function takeCardSession(vendorId: string, userId: number): Promise<boolean> {
  const used = await currentTransaction()
    .updateTable('billing_card_sessions')
    .set({ used_at: new Date() })
    .where(ofSession(vendorId, userId))
    .where('used_at', 'is', null)
    .returning('vendor_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Ends a request; true when it was open. */
export async function endAction(id: number, state: 'done' | 'declined' | 'rejected'): Promise<boolean> {
  const ended = await currentTransaction()
    .updateTable('billing_actions')
    .set({ state, ended_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
