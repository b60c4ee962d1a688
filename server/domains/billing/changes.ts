/** Plans of changes of a subscription: what each needs, and why one can't be made now. */
import { findExcess, getYearlyPlan, listDownsells, listUpgrades, type PlanCode, planLabel, soldPlanCodes } from '#contract/billing/plans.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Plan } from './actions.ts';
import { countInUse, findPrice, isPastDue, lockOffer, toSubscription } from './queries.ts';
import type { BillingRow } from './repository.ts';

const refuse = (message: string, field?: string) => new AppError('invalid', { title: 'Subscription', message, ...(field === undefined ? {} : { field }) });

/** The subscription in a state that allows changes. Throws otherwise, saying what to do. */
function getChangeable(row: BillingRow) {
  const { state } = toSubscription(row);
  const { subscription } = row;
  if (subscription === null) throw refuse('This company has no subscription');
  if (state === 'expired') throw refuse('This subscription has ended. Start a new one.');
  if (state === 'refunding') throw refuse('A refund is pending. Try again once it is complete.');
  if (state === 'retry_period') throw refuse('The last payment failed. Update the payment method or retry the payment first.');
  return subscription;
}

function getPriceId(row: BillingRow, code: PlanCode): string {
  const price = findPrice(row, code);
  if (!price) throw refuse(`${planLabel[code]} is not offered`, 'plan_id');
  return price.id;
}

async function assertFits(code: PlanCode): Promise<void> {
  const excess = findExcess(code, await countInUse());
  if (excess !== null) throw refuse(excess, 'plan_id');
}

export const planCancel: Plan = async (row) => {
  if (row.subscription?.state === 'retry_period') return {};
  const { cancelAt } = getChangeable(row);
  if (cancelAt !== null) throw refuse('Already canceled');
  return {};
};

export const planKeep: Plan = async (row) => {
  const { cancelAt } = getChangeable(row);
  if (cancelAt === null) throw refuse('Not canceled');
  return {};
};

export const planRevert: Plan = async (row) => {
  const { scheduleId, pending } = getChangeable(row);
  if (scheduleId === null || pending === null) throw refuse('No change of plan is pending');
  return {};
};

export const planDownsell =
  (planCode: PlanCode): Plan =>
  async (row) => {
    const { planCode: current, pending } = getChangeable(row);
    if (current === null) throw refuse('Plan not recognized. Contact support.');
    if (pending?.planCode === planCode) throw refuse(`Already changing to ${planLabel[planCode]}`, 'plan_id');
    if (!listDownsells(current).includes(planCode)) throw refuse(`${planLabel[planCode]} is not smaller than ${planLabel[current]}`, 'plan_id');
    await assertFits(planCode);
    return { planCode, toPriceId: getPriceId(row, planCode) };
  };

/** The subscription where a change may be charged at once: not while a cancellation is on, which would have to be set again where the charge is declined. */
function getChargeable(row: BillingRow) {
  const subscription = getChangeable(row);
  if (subscription.cancelAt !== null) throw refuse('The subscription is set to end. Choose “Keep subscription” first.');
  return subscription;
}

/** Uses an offer that was viewed, once. */
export const planYearly =
  (offerId: number): Plan =>
  async (row) => {
    const offer = await lockOffer(offerId);
    if (offer.used_at !== null) throw refuse('Offer already used');
    if (offer.viewed_at === null) throw refuse('View the offer first');
    const { planCode: current } = getChargeable(row);
    if (current === null || getYearlyPlan(current) !== offer.plan_code) throw refuse('This offer is for another plan');
    return { offerId, planCode: offer.plan_code, toPriceId: getPriceId(row, offer.plan_code) };
  };

export const planMigrate =
  (planCode: PlanCode): Plan =>
  async (row) => {
    const { planCode: current } = getChargeable(row);
    if (current !== 'unlimited_legacy') throw refuse('Only companies on the legacy plan can be migrated');
    if (!soldPlanCodes.includes(planCode)) throw refuse('Choose an available plan', 'identifier');
    await assertFits(planCode);
    return { planCode, toPriceId: getPriceId(row, planCode) };
  };

/** A larger plan of the same period, from now on. A smaller one that is pending is replaced. */
export const planUpgrade =
  (planCode: PlanCode): Plan =>
  async (row) => {
    const { planCode: current } = getChargeable(row);
    if (current === null) throw refuse('Plan not recognized. Contact support.');
    if (!listUpgrades(current).includes(planCode)) throw refuse(`${planLabel[planCode]} is not larger than ${planLabel[current]}`, 'plan_id');
    return { planCode, toPriceId: getPriceId(row, planCode) };
  };

export const planStart =
  (planCode: PlanCode): Plan =>
  async (row) => {
    if (row.subscription !== null && row.subscription.state !== 'expired') throw refuse('This company has a subscription already');
    if (!soldPlanCodes.includes(planCode)) throw refuse('Choose an available plan', 'plan_id');
    if (row.payment_method === null) throw refuse('Add a payment method first');
    await assertFits(planCode);
    return { planCode, toPriceId: getPriceId(row, planCode) };
  };

/** Pays what is overdue. */
export const planRetry: Plan = async (row) => {
  if (row.payment_method === null) throw refuse('Add a payment method first');
  const open = await currentTransaction()
    .selectFrom('billing_invoices')
    .select(['vendor_id', 'due_cents'])
    .where('company_id', '=', companyId())
    .where('status', '=', 'open')
    .where('due_cents', '>', 0)
    .orderBy('created_at')
    .execute();
  const due = open.reduce((sum, { due_cents: cents }) => sum + Number(cents), 0);
  if (open.length === 0 || !isPastDue(toSubscription(row).state, due)) throw refuse('Nothing is overdue');
  return { invoiceIds: open.map(({ vendor_id: id }) => id) };
};
