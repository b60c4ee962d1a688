/** The job of a company's billing, the sweep that finds it, and the vendor's nudges: all end in asking the vendor how everything stands. */
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { feeLabel } from '#contract/smsVerification/fees.ts';
import { CardVendorStuckError } from '../../cards/cards.ts';
import type { Webhook } from '../../carrier/webhooks/webhook.ts';
import { currentTransaction, companyId as openCompanyId } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { act, resumeActions } from './actions.ts';
import { planCancel, planKeep } from './changes.ts';
import { billingWork, formatBillingKey } from './jobs.ts';
import { findLastAction } from './repository.ts';
import { getVendor, keyMs, refreshStanding } from './vendor.ts';

/** The worker of `billing.work`. Rejects when the vendor does not answer: the job comes back. */
export async function workOnBilling(services: Services, { companyId }: { readonly companyId: number }): Promise<void> {
  if (services.cards === null) return;
  await resumeActions(services, companyId);
  const standing = await refreshStanding(services, companyId);
  if (standing?.subscription == null || standing.subscription.state === 'expired') return;
  await followClosing(services, companyId, standing.subscription.cancelAt !== null);
  await handOverFees(services, companyId);
}

/** Tells a cancellation of ours apart from a person's. */
const ofClosing = 'closed';

/**
 * Ends the subscription of a closed company with its period, since nobody can enter the company to do it, and keeps it where the company was opened again in
 * time. One in a state that allows no change is looked at again later.
 */
async function followClosing(services: Services, companyId: number, isCanceled: boolean): Promise<void> {
  const { isClosed, isOurs } = await services.tenancy.companyReading([companyId], null, async () => {
    const company = await currentTransaction().selectFrom('companies').select('account_status').where('id', '=', companyId).executeTakeFirst();
    const last = await findLastAction();
    return { isClosed: company?.account_status === 'closed', isOurs: last?.kind === 'cancel' && last.details.subject === ofClosing };
  });
  if (isClosed ? isCanceled : !isCanceled || !isOurs) return;
  const change = isClosed ? ({ kind: 'cancel', plan: planCancel } as const) : ({ kind: 'keep', plan: planKeep } as const);
  await act(services, { companyId, userId: null, subject: ofClosing, ...change }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
  });
}

/** Makes recorded fees items of the next invoice, each once. */
async function handOverFees(services: Services, companyId: number): Promise<void> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([companyId], null, work);
  const { customerId, fees } = await within(async () => {
    const trx = currentTransaction();
    await trx
      .insertInto('billing_fee_items')
      .columns(['company_id', 'fee_id'])
      .expression((eb) => eb.selectFrom('sms_fees').select(['company_id', 'id']).where('company_id', '=', openCompanyId()))
      .onConflict((conflict) => conflict.column('fee_id').doNothing())
      .execute();
    const billing = await trx.selectFrom('company_billing').select('customer_id').where('company_id', '=', openCompanyId()).executeTakeFirst();
    const fees = await trx
      .selectFrom('billing_fee_items')
      .innerJoin('sms_fees', 'sms_fees.id', 'billing_fee_items.fee_id')
      .select(['billing_fee_items.fee_id', 'billing_fee_items.key', 'billing_fee_items.tried_at', 'sms_fees.cents', 'sms_fees.kind'])
      .where('billing_fee_items.company_id', '=', openCompanyId())
      .where('billing_fee_items.item_id', 'is', null)
      .orderBy('fee_id')
      .execute();
    return { customerId: billing?.customer_id ?? null, fees };
  });
  if (customerId === null) return;
  for (const fee of fees) {
    const itemId = await addFee(services, companyId, { ...fee, customerId });
    failpoint('billing.fee: made');
    await within(() => updateFee(fee.fee_id, { item_id: itemId }));
  }
}

const updateFee = (feeId: number, change: { item_id: string } | { tried_at: Date }) =>
  currentTransaction().updateTable('billing_fee_items').set(change).where('company_id', '=', openCompanyId()).where('fee_id', '=', feeId).execute();

/** Begins a try under another key than `before`, and returns it; where another worker has begun one meanwhile, its key: the vendor makes one item of both. */
async function changeFeeKey(feeId: number, before: string): Promise<string> {
  const changed = await currentTransaction()
    .updateTable('billing_fee_items')
    .set({ key: crypto.randomUUID(), tried_at: new Date() })
    .where('company_id', '=', openCompanyId())
    .where('fee_id', '=', feeId)
    .where('key', '=', before)
    .returning('key')
    .executeTakeFirst();
  if (changed) return changed.key;
  const now = await currentTransaction()
    .selectFrom('billing_fee_items')
    .select('key')
    .where('company_id', '=', openCompanyId())
    .where('fee_id', '=', feeId)
    .executeTakeFirstOrThrow();
  return now.key;
}

/** Clocks of ours and the vendor’s differ by less. */
const clockSlackMs = 3_600_000;

interface Fee {
  readonly customerId: string;
  readonly fee_id: number;
  readonly key: string;
  readonly tried_at: Date | null;
  readonly cents: number;
  readonly kind: keyof typeof feeLabel;
}

/** Adds a fee to the next invoice. A try whose key the vendor has forgotten is looked for there before another one is made. */
async function addFee(services: Services, companyId: number, { customerId, fee_id: feeId, tried_at: triedAt, cents, kind, ...given }: Fee): Promise<string> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([companyId], null, work);
  const vendor = getVendor(services);
  const isForgotten = triedAt !== null && Date.now() - triedAt.getTime() > keyMs;
  if (isForgotten) {
    const made = await vendor.findItem({ customerId, feeId, since: new Date(triedAt.getTime() - clockSlackMs) });
    if (made !== null) return made;
  }
  const key = isForgotten ? await within(() => changeFeeKey(feeId, given.key)) : given.key;
  if (triedAt === null) await within(() => updateFee(feeId, { tried_at: new Date() }));
  failpoint('billing.fee: intended');
  return vendor
    .addItem({ customerId, feeId, cents, description: `SMS verification: ${feeLabel[kind].toLowerCase()}`, key: `fee-${key}` })
    .catch(async (error: unknown) => {
      if (error instanceof CardVendorStuckError) await within(() => updateFee(feeId, { tried_at: new Date(Date.now() - keyMs - 60_000) }));
      throw error;
    });
}

/** The worker of `billing.sweep`. */
export async function sweepBilling({ tenancy, jobs, cards }: Services): Promise<void> {
  if (cards === null) return;
  const { rows } = await tenancy.identity(() => sql<{ id: number }>`select open_billing() as id`.execute(currentTransaction()));
  for (const { id } of rows) {
    const companyId = Number(id);
    await tenancy.company([companyId], null, () => jobs.enqueue(billingWork, { companyId }, { key: formatBillingKey(companyId) }));
  }
}

const CardEvent = z.object({
  data: z.object({ object: z.object({ id: z.string(), object: z.string(), customer: z.optional(z.unknown()), payment_intent: z.optional(z.unknown()) }) }),
});

/** An event of the vendor is a nudge: it says that a customer is worth asking about, and nothing it says is believed. */
const cardEvent: Webhook = {
  kind: 'cards.event',
  from: 'cards',
  path: '/webhooks/cards',
  async apply({ tenancy, jobs }, { payload }) {
    const object = CardEvent.safeParse(payload).data?.data.object;
    const customer = object?.object === 'customer' ? object.id : object?.customer;
    // A refund names its payment alone.
    const payment = object?.payment_intent;
    const isPayment = typeof customer !== 'string' && typeof payment === 'string';
    if (typeof customer !== 'string' && !isPayment) return 'The event names no customer';
    return tenancy.identity(async () => {
      const find = isPayment
        ? sql<{ id: number | null }>`select company_of_payment(${payment}) as id`
        : sql<{ id: number | null }>`select company_of_customer(${customer}) as id`;
      const { rows } = await find.execute(currentTransaction());
      const id = rows[0]?.id;
      if (id == null) return 'Customer not found';
      const companyId = Number(id);
      await jobs.enqueue(billingWork, { companyId }, { key: formatBillingKey(companyId) });
      return null;
    });
  },
};

export const webhooks = [cardEvent];
