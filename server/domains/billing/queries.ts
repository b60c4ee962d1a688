/** Reading billing: always from our own copies, so that it is there while the vendor is not. */
import { sql } from 'kysely';
import type { CompanyBilling, Invoice, PlanUsage, Subscription, YearlyUpgradeOffer } from '#contract/billing/entities.ts';
import type { SubscriptionState } from '#contract/billing/enums.ts';
import { getAllowance, type PlanCode } from '#contract/billing/plans.ts';
import { addMonths } from '#contract/text/time.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { type BillingRow, findBilling } from './repository.ts';

const toDollars = (cents: number) => Number(cents) / 100;

const none: Subscription = { state: 'not_subscribed', planId: null, price: null, periodEnd: null, cancelAt: null, pending: null, trialEnd: null };

/** The subscription as the app knows it. */
export function toSubscription(row: Pick<BillingRow, 'subscription' | 'is_refunding'> | null): Subscription {
  const stored = row?.subscription;
  if (row == null || stored == null) return none;
  return {
    state: row.is_refunding ? 'refunding' : stored.state,
    planId: stored.planCode,
    price: toDollars(stored.cents),
    periodEnd: stored.periodEnd,
    cancelAt: stored.cancelAt,
    pending: stored.pending && { planId: stored.pending.planCode, at: stored.pending.at },
    trialEnd: stored.trialEnd,
  };
}

export const findPrice = (row: Pick<BillingRow, 'prices'>, code: PlanCode) => row.prices.find((price) => price.code === code);

/** True where a payment failed, and where it was never made before the end. An open invoice of any other state is the vendor's to collect. */
export const isPastDue = (state: SubscriptionState, dueCents: number): boolean => state === 'retry_period' || (state === 'expired' && dueCents > 0);

/** Billing of the open company. */
export async function readBilling({ cards }: Pick<Services, 'cards'>): Promise<CompanyBilling> {
  const row = await findBilling();
  const { rows } = await sql<{ due: number; fees: number }>`select
    (select coalesce(sum(due_cents), 0)::int from billing_invoices where company_id = ${companyId()} and status = 'open') as due,
    (select coalesce(sum(f.cents), 0)::int from sms_fees f left join billing_fee_items i on i.fee_id = f.id where f.company_id = ${companyId()} and i.item_id is null) as fees`.execute(
    currentTransaction(),
  );
  const subscription = toSubscription(row);
  const pastDue = isPastDue(subscription.state, rows[0]?.due ?? 0);
  const optional = (name: string, value: string | null | undefined) => (value == null ? {} : { [name]: value });
  return {
    ...optional('billingName', row?.name),
    ...optional('billingAddress', row?.line1),
    ...optional('billingAddress_2', row?.line2),
    ...optional('billingCity', row?.city),
    ...optional('billingState', row?.state),
    ...optional('billingZip', row?.zip),
    ...optional('billingCountry', row?.country),
    isConfigured: cards !== null,
    asOf: row?.asked_at?.toISOString() ?? null,
    isStale: row?.is_stale ?? false,
    paymentMethod: row?.payment_method ?? null,
    subscription,
    amountDue: pastDue ? toDollars(rows[0]?.due ?? 0) : 0,
    isPastDue: pastDue,
    nextFees: toDollars(rows[0]?.fees ?? 0),
    prices: (row?.prices ?? []).map(({ code, cents }) => ({ planId: code, price: toDollars(cents) })),
  };
}

const selectInvoices = () => currentTransaction().selectFrom('billing_invoices').selectAll().where('company_id', '=', companyId());
type InvoiceRow = Awaited<ReturnType<ReturnType<typeof selectInvoices>['executeTakeFirstOrThrow']>>;

const toInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  status: row.status,
  total: toDollars(row.total_cents),
  amountDue: toDollars(row.due_cents),
  createdAt: row.created_at.toISOString(),
  lines: row.lines.map(({ description, cents }) => ({ description, amount: toDollars(cents) })),
});

export async function listInvoices(): Promise<{ data: Invoice[]; meta: { total: number } }> {
  const rows = await selectInvoices().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(500).execute();
  return { data: rows.map(toInvoice), meta: { total: rows.length } };
}

export async function getInvoice(id: number): Promise<Invoice> {
  const row = await selectInvoices().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toInvoice(row);
}

/** Numbers that are not removed, and users. */
export async function countInUse(): Promise<{ numbers: number; users: number }> {
  const { rows } = await sql<{ numbers: number; users: number }>`select
    (select count(*)::int from phone_numbers where company_id = ${companyId()} and status <> 2) as numbers,
    (select count(*)::int from memberships where company_id = ${companyId()}) as users`.execute(currentTransaction());
  return rows[0] ?? { numbers: 0, users: 0 };
}

/** Start and end of the period: the subscription's, or the calendar month where there is none. A yearly plan is measured by the month, too. */
function getPeriod(row: BillingRow | null, now: Date): { start: Date; end: Date } {
  const stored = row?.subscription;
  if (stored == null || stored.state === 'expired')
    return { start: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())), end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)) };
  let [start, end] = [new Date(stored.periodStart), new Date(stored.periodEnd)];
  if (end.getTime() - start.getTime() < 40 * 86_400_000) return { start, end };
  // The month of the year in which today is.
  end = start;
  for (let month = 1; end <= now && month <= 12; month += 1) {
    start = end;
    end = new Date(addMonths(stored.periodStart.slice(0, 10), month));
  }
  return { start, end };
}

/** Usage of the period, with a forecast at the pace so far. */
export async function readUsage(now = new Date()): Promise<PlanUsage> {
  const row = await findBilling();
  const { start, end } = getPeriod(row, now);
  const { rows } = await sql<{ minutes: number; segments: number }>`select
    (select coalesce(sum(ceil(duration / 60.0)), 0)::int from calls where company_id = ${companyId()} and started_at >= ${start} and started_at < ${end}) as minutes,
    (select coalesce(sum(segments), 0)::int from items where company_id = ${companyId()} and created_at >= ${start} and created_at < ${end} and type = 'message') as segments`.execute(
    currentTransaction(),
  );
  const { minutes = 0, segments = 0 } = rows[0] ?? {};
  const { numbers, users } = await countInUse();
  const planId = row?.subscription?.planCode ?? null;
  const allowance = planId === null ? null : getAllowance(planId);
  const share = Math.min(1, Math.max(0, (now.getTime() - start.getTime()) / (end.getTime() - start.getTime())));
  // The first hours of a period say nothing about the rest of it.
  const project = (used: number) => (share < 0.03 ? used : Math.round(used / share));
  return {
    periodStart: start.toISOString(),
    periodEnd: end.toISOString(),
    planId,
    minutes: { used: minutes, included: allowance?.minutes ?? null, forecast: project(minutes) },
    segments: { used: segments, included: allowance?.segments ?? null, forecast: project(segments) },
    numbers: { used: numbers, included: allowance?.numbers ?? null, forecast: numbers },
    users: { used: users, included: allowance?.users ?? null, forecast: users },
  };
}

const selectOffers = () => currentTransaction().selectFrom('yearly_upgrade_offers').selectAll().where('company_id', '=', companyId());
type OfferRow = Awaited<ReturnType<ReturnType<typeof selectOffers>['executeTakeFirstOrThrow']>>;

function toOffer(row: OfferRow, billing: BillingRow | null): YearlyUpgradeOffer {
  const year = billing && findPrice(billing, row.plan_code);
  const month = billing && findPrice(billing, row.from_code);
  return {
    id: row.id,
    planId: row.plan_code,
    viewed: row.viewed_at !== null,
    used: row.used_at !== null,
    price: year ? toDollars(year.cents) : null,
    monthlyTotal: month ? toDollars(month.cents * 12) : null,
  };
}

/** Offers for the plan of now, and those that were used. */
export async function listOffers(): Promise<{ data: YearlyUpgradeOffer[] }> {
  const billing = await findBilling();
  const rows = await selectOffers().orderBy('id', 'desc').execute();
  const current = billing?.subscription?.planCode;
  return { data: rows.filter((row) => row.used_at !== null || row.from_code === current).map((row) => toOffer(row, billing)) };
}

export async function getOffer(id: number): Promise<YearlyUpgradeOffer> {
  const row = await selectOffers().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toOffer(row, await findBilling());
}

/** An offer of the open company, locked. */
export async function lockOffer(id: number): Promise<OfferRow> {
  const row = await selectOffers().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}
