/**
 * Changes at the card vendor, each exactly once: the request is committed with its key and everything it is made of, then made, then ended with what the vendor
 * says of the whole. One whose process died is made again by the job, with the same key and the same words.
 */
import { getInterval } from '#contract/billing/plans.ts';
import type { CardVendor, Standing } from '../../cards/cards.ts';
import { CardDeclinedError, CardVendorRejectedError, CardVendorStuckError } from '../../cards/cards.ts';
import { currentTransaction, companyId as openCompanyId, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { billingWork, formatBillingKey } from './jobs.ts';
import { type ActionRow, type BillingRow, endAction, findOpenAction, fromStored, insertAction, lockBilling, saveAddress } from './repository.ts';
import type { ActionDetails, ActionKind } from './tables.ts';
import { getVendor, keyMs, refreshStanding, toRefusal } from './vendor.ts';

/** Says that somebody's change of the same subscription hasn't ended. */
export const changeInProgress = 'Another change of this subscription is in progress. Reload and try again.';

/** Milliseconds the request's process has; the job repeats it after that. */
const graceMs = 30_000;

/** Makes the request of an action. The same action makes the same requests with the same keys, whatever has changed since. */
async function perform(vendor: CardVendor, { kind, key, details }: Pick<ActionRow, 'kind' | 'key' | 'details'>): Promise<void> {
  const { customerId, subscription: stored, toPriceId, invoiceIds, paymentMethodId, planCode } = details;
  const subscription = stored && fromStored(stored);
  if (kind === 'save') return vendor.saveCustomer({ customerId, paymentMethodId, address: details.address ?? null, key });
  if (kind === 'retry') {
    for (const id of invoiceIds) await vendor.pay(id, `${key}-${id}`);
    return;
  }
  if (kind === 'start') {
    if (toPriceId !== null) await vendor.subscribe({ customerId, priceId: toPriceId, key });
    return;
  }
  if (subscription === null) throw new CardVendorRejectedError('No subscription');
  // A schedule and a cancellation exclude each other at the vendor.
  if (subscription.scheduleId !== null && kind !== 'keep') await vendor.releaseSchedule(subscription.scheduleId, `${key}-release`);
  if (kind === 'revert') return;
  if (kind === 'cancel') return vendor.setCancelAt(subscription.id, subscription.periodEnd, key);
  if (kind === 'keep' || subscription.cancelAt !== null) await vendor.setCancelAt(subscription.id, null, `${key}-keep`);
  if (kind === 'keep' || toPriceId === null) return;
  if (kind === 'downsell' && planCode !== null) return vendor.schedule({ subscription, toPriceId, interval: getInterval(planCode), key });
  await vendor.changePrice({ subscription, priceId: toPriceId, proratedAt: details.proratedAt == null ? null : new Date(details.proratedAt), key });
}

/** State in which a failure of the vendor ends a request; null where the outcome is unknown. */
const toEnd = (error: unknown): 'declined' | 'rejected' | null =>
  error instanceof CardDeclinedError ? 'declined' : error instanceof CardVendorRejectedError ? 'rejected' : null;

/**
 * Sets a cancellation or a change of plan back that a failed request took away with its first step: whoever canceled stays canceled. Rejects while the vendor
 * does not answer.
 */
async function putBack(vendor: CardVendor, action: Pick<ActionRow, 'key' | 'details'>): Promise<void> {
  try {
    await restore(vendor, action);
  } catch (error) {
    if (toEnd(error) === null) throw error;
  }
}

async function restore(vendor: CardVendor, { key, details: { customerId, subscription: stored } }: Pick<ActionRow, 'key' | 'details'>): Promise<void> {
  if (stored === null || (stored.cancelAt === null && stored.pending === null)) return;
  const before = fromStored(stored);
  const { subscription: now, prices } = await vendor.load(customerId);
  if (now?.id !== before.id || now.state === 'expired') return;
  const isBack = before.cancelAt === null ? now.pending?.planCode === before.pending?.planCode : now.cancelAt !== null;
  if (isBack) return;
  // A schedule that was made before the failure is in the way of both.
  if (now.scheduleId !== null) await vendor.releaseSchedule(now.scheduleId, `${key}-back-release`);
  if (before.cancelAt !== null) return vendor.setCancelAt(now.id, before.cancelAt, `${key}-back`);
  const toPriceId = prices.find(({ code }) => code === before.pending?.planCode)?.id;
  if (before.pending === null || toPriceId === undefined) throw new CardVendorRejectedError('The pending plan is no longer available');
  await vendor.schedule({ subscription: now, toPriceId, interval: getInterval(before.pending.planCode), key: `${key}-back` });
}

/** True where the standing shows that a request was made. Of a save it shows nothing: it is made again by whoever asked. */
function isMade({ kind, details }: Pick<ActionRow, 'kind' | 'details'>, { subscription: now, invoices }: Standing): boolean {
  const { subscription: before, planCode, invoiceIds } = details;
  switch (kind) {
    case 'save':
      return false;
    case 'start':
      return now !== null && now.state !== 'expired' && now.id !== before?.id;
    case 'cancel':
      return now !== null && now.cancelAt !== null;
    case 'keep':
      return now !== null && now.cancelAt === null;
    case 'revert':
      return now !== null && now.pending === null;
    case 'downsell':
      return planCode !== null && now?.pending?.planCode === planCode;
    case 'yearly':
    case 'migrate':
    case 'upgrade':
      return planCode !== null && now?.planCode === planCode;
    case 'retry':
      return invoiceIds.every((id) => invoices.some((invoice) => invoice.id === id && invoice.status === 'paid'));
  }
}

/** Outcome of a request that can't be repeated: null where it was made, else the failure it ends with. Rejects while the vendor does not answer. */
async function findFailure(vendor: CardVendor, action: ActionRow): Promise<CardVendorRejectedError | null> {
  return isMade(action, await vendor.load(action.details.customerId)) ? null : new CardVendorRejectedError('The request was not made');
}

/** Reads the company's details that a change needs to begin. Throws why it can't. */
export type Plan = (row: BillingRow) => Promise<Partial<Omit<ActionDetails, 'customerId' | 'subject'>>>;

interface Begin {
  /** Tells two requests of a kind apart. */
  readonly subject?: string;
  readonly companyId: number;
  /** Null: the server itself. */
  readonly userId: number | null;
  readonly kind: ActionKind;
  readonly plan: Plan;
}

/** Commits the request. The same one that is under way is joined; another one is refused. */
async function begin(services: Services, { companyId, userId, kind, plan, subject = '' }: Begin): Promise<ActionRow> {
  return services.tenancy.company([companyId], userId, async () => {
    const row = await lockBilling();
    const open = await findOpenAction();
    if (open?.kind === kind && open.details.subject === subject) return open;
    if (open !== undefined) throw new AppError('conflict', { message: changeInProgress });
    const blank = {
      subscription: row.subscription,
      toPriceId: null,
      planCode: null,
      invoiceIds: [],
      offerId: null,
      paymentMethodId: null,
    };
    const details: ActionDetails = { ...blank, ...(await plan(row)), subject, customerId: row.customer_id ?? '' };
    const action = await insertAction(kind, details, userId);
    await services.jobs.enqueue(billingWork, { companyId }, { key: `${formatBillingKey(companyId)}-${action.id}`, startAt: new Date(Date.now() + graceMs) });
    return action;
  });
}

/** Ends a request in one transaction with the offer it used. */
async function end({ id, kind, details, user_id: userId }: ActionRow, state: 'done' | 'declined' | 'rejected'): Promise<void> {
  if (!(await endAction(id, state)) || state !== 'done') return;
  if (details.address != null) await saveAddress(details.address);
  if (kind === 'yearly' && details.offerId !== null)
    await currentTransaction()
      .updateTable('yearly_upgrade_offers')
      .set({ used_at: new Date() })
      .where('company_id', '=', openCompanyId())
      .where('id', '=', details.offerId)
      .where('used_at', 'is', null)
      .execute();
  recordChange({ kind: 'subscription-updated', ...(userId === null ? {} : { actorId: userId }) });
}

/**
 * Makes a committed request, and ends it together with what the vendor says of the whole then: until that is saved no other change is begun. Rejects with the
 * vendor's failure; where the outcome is unknown the request stays open for the job.
 */
async function carryOut(services: Services, companyId: number, action: ActionRow): Promise<void> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([companyId], null, work);
  const vendor = getVendor(services);
  try {
    const failure = await perform(vendor, action).catch((error: unknown) => {
      if (error instanceof CardVendorStuckError) return findFailure(vendor, action);
      throw error;
    });
    if (failure) throw failure;
  } catch (error) {
    const state = toEnd(error);
    if (state === null) throw error;
    await putBack(vendor, action);
    await within(() => end(action, state));
    await refreshStanding(services, companyId).catch(() => undefined);
    throw error;
  }
  failpoint(`billing.${action.kind}: made`);
  await refreshStanding(services, companyId, () => end(action, 'done'));
  failpoint(`billing.${action.kind}: ended`);
}

/** Changes something at the vendor: asks it how everything stands, begins, makes the request, asks again. */
export async function act(services: Services, given: Begin): Promise<void> {
  const { companyId } = given;
  getVendor(services);
  let action: ActionRow;
  try {
    await refreshStanding(services, companyId);
    action = await begin(services, given);
  } catch (error) {
    throw toRefusal(error);
  }
  failpoint(`billing.${given.kind}: intended`);
  try {
    await carryOut(services, companyId, action);
  } catch (error) {
    // From here on the job goes on, and what is not known to have failed may have been charged.
    throw toEnd(error) === null ? new AppError('card_unconfirmed', { cause: error }) : toRefusal(error);
  }
}

/** Makes requests again whose process died. Rejects while the vendor does not answer. */
export async function resumeActions(services: Services, companyId: number): Promise<void> {
  const open = await services.tenancy.company([companyId], null, findOpenAction);
  if (open === undefined) return;
  const age = Date.now() - open.created_at.getTime();
  if (age > keyMs) {
    const vendor = getVendor(services);
    const failure = await findFailure(vendor, open);
    if (failure !== null) await putBack(vendor, open);
    await refreshStanding(services, companyId, () => end(open, failure === null ? 'done' : 'rejected'));
    return;
  }
  await carryOut(services, companyId, open).catch((error: unknown) => {
    if (toEnd(error) === null) throw error;
  });
}
