/** Billing over HTTP (spec 2.7). */

import type { ChangePreview } from '#contract/billing/entities.ts';
import { billingLimits } from '#contract/billing/limits.ts';
import type { PlanCode } from '#contract/billing/plans.ts';
import { formatDollars } from '#contract/core/money.ts';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { VendorSubscription } from '../../cards/cards.ts';
import { currentTransaction, companyId as openCompanyId } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers, Membership } from '../../http/handlers.ts';
import { findPeopleBase } from '../../http/tenantHosts.ts';
import type { Services } from '../../services.ts';
import { act, type Plan } from './actions.ts';
import { planCancel, planDownsell, planKeep, planMigrate, planRetry, planRevert, planStart, planUpgrade, planYearly } from './changes.ts';
import { formatInvoicePdf } from './invoicePdf.ts';
import { findPrice, getInvoice, getOffer, listInvoices, listOffers, lockOffer, readBilling, readUsage } from './queries.ts';
import { type BillingRow, fromStored, hasCardSession, insertCardSession, lockBilling, takeCardSession } from './repository.ts';
import type { ActionKind } from './tables.ts';
import { askVendor, ensureCustomer, getVendor, refreshStanding } from './vendor.ts';

export interface Asking {
  readonly membership: Membership;
  readonly authUser: Pick<AuthUser, 'userId'>;
  readonly services: Services;
}

const read = ({ membership, services }: Pick<Asking, 'membership' | 'services'>) =>
  services.tenancy.companyReading([membership.companyId], null, () => readBilling(services));

/** Makes one change and answers with the whole. */
async function change(asking: Asking, kind: ActionKind, plan: Plan, subject = '') {
  const { membership, authUser, services } = asking;
  await act(services, { companyId: membership.companyId, userId: authUser.userId, kind, subject, plan });
  return read(asking);
}

/** The cost that a person saw before. */
interface Reviewed {
  readonly dueNow?: number | undefined;
  readonly proratedAt?: string | undefined;
}

const refuseReviewed = (message: string) => new AppError('conflict', { title: 'Subscription', message });

/** The reviewed time from which unused time is counted; null where none was sent. Refuses one that is old: counted from there the change would cost less. */
function getProratedAt({ dueNow, proratedAt }: Reviewed): Date | null {
  if (proratedAt === undefined) return null;
  if (dueNow === undefined) throw new AppError('invalid', { field: 'prorated_at', message: 'Send prorated_at together with due_now' });
  const at = new Date(proratedAt);
  const age = Date.now() - at.getTime();
  if (age < -60_000 || age > billingLimits.reviewMs) throw refuseReviewed('The review is too old. Review the change again.');
  return at;
}

/** Makes a change that is charged at once, at the cost that was reviewed or not at all. */
async function charge(
  asking: Asking,
  kind: 'start' | 'retry' | 'migrate' | 'upgrade' | 'yearly',
  plan: Plan,
  given: Reviewed & { readonly planCode?: PlanCode; readonly subject?: string },
) {
  const sentAt = getProratedAt(given);
  const reviewed = given.dueNow === undefined ? null : await review(asking, kind, given.planCode, sentAt ?? undefined);
  if (reviewed !== null && reviewed.cost.dueNow !== given.dueNow)
    throw refuseReviewed(`The cost is ${formatDollars(reviewed.cost.dueNow)} now. Review the change again.`);
  const proratedAt = sentAt?.toISOString() ?? reviewed?.cost.proratedAt ?? null;
  const checked: Plan = async (row) => {
    const details = await plan(row);
    // Changes between the review and this lock change the cost.
    if (reviewed !== null && (await listCostBasis(asking.services, row, details)) !== reviewed.basis)
      throw refuseReviewed('The cost has just changed. Review the change again.');
    return { ...details, proratedAt };
  };
  return change(asking, kind, checked, given.subject ?? given.planCode);
}

type NewBilling = RouteBody<typeof routes.billing.save>;
type AddressField = NonNullable<NewBilling['clear']>[number];

/** The fields of the address that are given, null for those that are emptied; the others stay. */
const pickAddress = ({ clear = [], ...given }: NewBilling) => {
  const pick = (field: AddressField): string | null | undefined => (clear.includes(field) ? null : given[field]);
  return Object.fromEntries(
    Object.entries({
      name: pick('billingName'),
      line1: pick('billingAddress'),
      line2: pick('billingAddress_2'),
      city: pick('billingCity'),
      state: pick('billingState'),
      zip: pick('billingZip'),
      country: pick('billingCountry')?.toUpperCase(),
    }).filter((entry): entry is [string, string | null] => entry[1] !== undefined),
  );
};

/** A token that is another user's or another company's is as good as none, and so is one that was used. */
const refuseToken = () => new AppError('invalid', { field: 'chargify_token', message: 'No card was entered. Enter the card again.' });

/** Saves the payment method of a token, the address, or both. An overdue payment is retried; that it fails again is not a failure of saving. */
async function saveBilling(asking: Asking, body: NewBilling) {
  const { membership, authUser, services } = asking;
  const { companyId } = membership;
  const { chargifyToken: token } = body;
  const given = pickAddress(body);
  if (token === undefined && Object.keys(given).length === 0)
    throw new AppError('invalid', { field: 'chargify_token', message: 'Enter a card on the page of the card service, or change the billing address' });
  const { userId } = authUser;
  const vendor = getVendor(services);
  if (token !== undefined && !(await services.tenancy.companyReading([companyId], null, () => hasCardSession(token, userId)))) throw refuseToken();
  const customerId = await askVendor(() => ensureCustomer(services, companyId));
  const setup = token === undefined ? null : await askVendor(() => vendor.findSetup(token));
  if (token !== undefined && setup?.customerId !== customerId) throw refuseToken();
  await act(services, {
    companyId,
    userId,
    kind: 'save',
    subject: token ?? JSON.stringify(given),
    plan: async ({ name, line1, line2, city, state, zip, country }) => {
      if (token !== undefined && !(await takeCardSession(token, userId))) throw refuseToken();
      return {
        paymentMethodId: setup?.paymentMethodId ?? null,
        address: { name, line1, line2, city, state, zip, country, ...(setup?.address ?? {}), ...given },
      };
    },
  });
  const before = await read(asking);
  if (setup === null || !before.isPastDue) return { ...before, charged: 0 };
  await act(services, { companyId, userId: authUser.userId, kind: 'retry', plan: planRetry }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code === 'card_unconfirmed') throw error;
  });
  const after = await read(asking);
  return { ...after, charged: after.isPastDue ? 0 : before.amountDue };
}

const plans = {
  cancel: () => planCancel,
  keep: () => planKeep,
  revert: () => planRevert,
  retry: () => planRetry,
  downsell: planDownsell,
  migrate: planMigrate,
  upgrade: planUpgrade,
  start: planStart,
} as const;

const nothingDue: ChangePreview = { dueNow: 0, proratedAt: null, next: null, nextAt: null };

/** A time in whole seconds, as the vendor counts, within the paid period: our clock and the vendor's may differ by a little. */
function clampToPeriod(at: Date, { periodStart, periodEnd }: Pick<VendorSubscription, 'periodStart' | 'periodEnd'>): Date {
  const seconds = Math.floor(at.getTime() / 1_000) * 1_000;
  return new Date(Math.min(Math.max(seconds, periodStart.getTime()), periodEnd.getTime()));
}

/** Everything that the cost of a change follows from, as text. Runs in the transaction that locks the row. */
const listCostBasis = async (services: Services, { subscription, prices }: BillingRow, { toPriceId, planCode, invoiceIds }: Awaited<ReturnType<Plan>>) =>
  JSON.stringify([
    [subscription?.id, subscription?.planCode, subscription?.periodStart],
    [toPriceId, planCode == null ? null : findPrice({ prices }, planCode)?.cents],
    invoiceIds === undefined ? null : [invoiceIds, (await readBilling(services)).amountDue],
  ]);

/** Cost of a change, as the vendor computes it, and what it follows from; refuses as the change itself would. */
async function review(
  { membership, authUser, services }: Asking,
  kind: keyof typeof plans | 'yearly',
  planCode: PlanCode | undefined,
  reviewedAt?: Date,
): Promise<{ readonly cost: ChangePreview; readonly basis: string }> {
  const { companyId } = membership;
  const vendor = getVendor(services);
  await askVendor(() => refreshStanding(services, companyId));
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([companyId], authUser.userId, work);
  const needsPlan = kind === 'downsell' || kind === 'migrate' || kind === 'upgrade' || kind === 'start';
  if (needsPlan && planCode === undefined) throw new AppError('invalid', { field: 'planId', message: 'Name a plan' });
  const { row, details, due, basis } = await within(async () => {
    const row = await lockBilling();
    const offers = kind === 'yearly' ? await listOffers() : { data: [] };
    const plan = kind === 'yearly' ? planYearly(offers.data.find(({ used }) => !used)?.id ?? 0) : plans[kind](planCode ?? 'starter_monthly');
    const details = await plan(row);
    return { row, details, due: (await readBilling(services)).amountDue, basis: await listCostBasis(services, row, details) };
  });
  const { subscription } = row;
  const price = (code: PlanCode | null | undefined) => (code == null ? undefined : findPrice(row, code)?.cents);
  const inDollars = (cents: number | undefined) => (cents === undefined ? null : cents / 100);
  const nextAt = subscription?.periodEnd ?? null;
  const as = (cost: Partial<ChangePreview>) => ({ cost: { ...nothingDue, ...cost }, basis });
  switch (kind) {
    case 'cancel':
      return as({});
    case 'keep':
    case 'revert':
      return as({ next: inDollars(subscription?.cents), nextAt });
    case 'downsell':
      return as({ next: inDollars(price(planCode)), nextAt });
    case 'retry':
      return as({ dueNow: due, next: inDollars(subscription?.cents), nextAt });
    case 'start':
      return as({ dueNow: inDollars(price(planCode)) ?? 0, next: inDollars(price(planCode)) });
    case 'yearly':
    case 'migrate':
    case 'upgrade': {
      if (subscription === null || details.toPriceId == null || row.customer_id === null) throw new AppError('conflict');
      const [customerId, priceId] = [row.customer_id, details.toPriceId];
      const current = fromStored(subscription);
      const proratedAt = reviewedAt ?? clampToPeriod(new Date(), current);
      if (proratedAt < current.periodStart) throw refuseReviewed('A new period has begun. Review the change again.');
      const cents = await askVendor(() => vendor.previewPrice({ customerId, subscription: current, priceId, proratedAt }));
      return as({ dueNow: cents / 100, proratedAt: proratedAt.toISOString(), next: inDollars(price(details.planCode)) });
    }
  }
}

/** Marks an offer as viewed, or uses one that was viewed by an earlier call. */
async function updateOffer(asking: Asking, offerId: number, given: Reviewed & { readonly viewed?: boolean | undefined; readonly used?: boolean | undefined }) {
  const { viewed, used, dueNow, proratedAt } = given;
  const { membership, authUser, services } = asking;
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([membership.companyId], authUser.userId, work);
  if (viewed !== true && used !== true) throw new AppError('invalid', { message: 'Send viewed or used as 1' });
  if (used !== true && (dueNow !== undefined || proratedAt !== undefined))
    throw new AppError('invalid', { field: 'due_now', message: 'Send due_now with used alone' });
  if (used === true) {
    await within(() => lockOffer(offerId));
    await charge(asking, 'yearly', planYearly(offerId), { dueNow, proratedAt, subject: String(offerId) });
    return within(() => getOffer(offerId));
  }
  return within(async () => {
    const offer = await lockOffer(offerId);
    if (offer.viewed_at === null)
      await currentTransaction()
        .updateTable('yearly_upgrade_offers')
        .set({ viewed_at: new Date() })
        .where('company_id', '=', openCompanyId())
        .where('id', '=', offerId)
        .execute();
    return getOffer(offerId);
  });
}

/** Billing that a new company begins with; null: not asked for. */
export interface Beginning {
  readonly info: NewBilling | null;
  /** The token of `info` was handed in before: that it is used up is no failure then. */
  readonly wasTried: boolean;
  readonly plan: { readonly planCode: PlanCode; readonly dueNow: number | undefined } | null;
}

const toFault = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  throw error;
};

/**
 * Saves the billing of a new company, then starts its plan, each once however often it is called. Returns why a step could not be done, null for the others.
 * With nothing to do it asks the vendor for its prices.
 */
export async function beginBilling(
  asking: Asking,
  { info, wasTried, plan }: Beginning,
): Promise<{ readonly info: AppError | null; readonly plan: AppError | null }> {
  const { membership, services } = asking;
  if (info === null && plan === null) {
    getVendor(services);
    await askVendor(() => ensureCustomer(services, membership.companyId));
    await askVendor(() => refreshStanding(services, membership.companyId));
    return { info: null, plan: null };
  }
  const save = async () => {
    if (info === null) return null;
    const fault = await saveBilling(asking, info).then(() => null, toFault);
    return fault?.details.field === 'chargify_token' && wasTried && (await read(asking)).paymentMethod !== null ? null : fault;
  };
  const start = async () => {
    if (plan === null) return null;
    const { subscription } = await read(asking);
    if (subscription.planId === plan.planCode && subscription.state !== 'expired') return null;
    return charge(asking, 'start', planStart(plan.planCode), plan).then(() => null, toFault);
  };
  const saved = await save();
  return { info: saved, plan: await start() };
}

export const handlers: Handlers<typeof routes.billing> = {
  get: async ({ services }) => readBilling(services),
  save: (asking) => saveBilling(asking, asking.body),
  retry: (asking) => charge(asking, 'retry', planRetry, asking.body),
  securityToken: async ({ membership, authUser, request, services }) => {
    const vendor = getVendor(services);
    const customerId = await askVendor(() => ensureCustomer(services, membership.companyId));
    const { slug } = await services.tenancy.companyReading([membership.companyId], null, () =>
      currentTransaction().selectFrom('companies').select('slug').where('id', '=', membership.companyId).executeTakeFirstOrThrow(),
    );
    const { url: base } = await findPeopleBase(services, request.tenantHost?.host ?? null);
    const place = `${base}/${encodeURIComponent(slug)}/billing`;
    const { id: token, url } = await askVendor(() => vendor.startSetup({ customerId, returnUrl: `${place}?session={CHECKOUT_SESSION_ID}`, cancelUrl: place }));
    await services.tenancy.company([membership.companyId], authUser.userId, () => insertCardSession(token, authUser.userId));
    return { token, url };
  },
  invoices: () => listInvoices(),
  invoicePdf: async ({ params, reply }) => {
    const invoice = await getInvoice(params.id);
    const { name } = await currentTransaction().selectFrom('companies').select('name').where('id', '=', openCompanyId()).executeTakeFirstOrThrow();
    const pdf = formatInvoicePdf(invoice, name);
    const file = `invoice-${invoice.number.replace(/[^A-Za-z0-9-]/g, '')}.pdf`;
    return reply
      .headers({ 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="${file}"`, 'cache-control': 'private, no-store' })
      .send(pdf);
  },
  cancel: (asking) => change(asking, 'cancel', planCancel),
  cancelClear: (asking) => change(asking, 'keep', planKeep),
  downsell: (asking) => change(asking, 'downsell', planDownsell(asking.params.planId), asking.params.planId),
  revert: (asking) => change(asking, 'revert', planRevert),
  usage: () => readUsage(),
  offers: () => listOffers(),
  updateOffer: (asking) => updateOffer(asking, asking.params.offerId, asking.body),
  migrate: (asking) => charge(asking, 'migrate', planMigrate(asking.body.identifier), { ...asking.body, planCode: asking.body.identifier }),
  upgrade: (asking) => charge(asking, 'upgrade', planUpgrade(asking.body.planId), { ...asking.body, planCode: asking.body.planId }),
  start: (asking) => charge(asking, 'start', planStart(asking.body.planId), { ...asking.body, planCode: asking.body.planId }),
  preview: async (asking) => (await review(asking, asking.query.change, asking.query.planId)).cost,
};
