/**
 * The work of buying: number by number, the intent committed before the carrier is asked, one row of truth for each. A number can be owned once,
 * and what we buy carries our tag: whoever comes after a crash or a lost reply looks at the carrier's list first, so nothing is bought twice.
 */

import { sql } from 'kysely';
import { numberLimits } from '#contract/numbers/limits.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { toKeypadDigits } from '#contract/text/vanity.ts';
import type { NumberVendor } from '../../carrier/numbers.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { saveNewRouting } from '../routing/changing.ts';
import { numbersRelease } from './jobs.ts';
import { getNumberVendor } from './market.ts';
import { ownReason } from './orders.ts';
import { clearSearchCache, formatVanityNumber, toNumberTypes } from './searchAvailableNumbers.ts';

interface Job {
  readonly companyId: number;
  readonly purchaseId: string;
}
interface Item {
  readonly id: string;
  readonly number: string;
  readonly state: 'waiting' | 'intent';
}
/** Final states of an item. */
type End =
  | { readonly state: 'bought'; readonly carrierSid: string }
  | { readonly state: 'taken' }
  | { readonly state: 'refused'; readonly errorCode: string; readonly reason: string };

const takenReason = 'Someone else bought it first';
const formatTag = (item: Pick<Item, 'id'>) => `keyline ${item.id}`;

/** Buys what is left of an order, from wherever it stands. Rejects when the carrier cannot say what became of a number: the job comes back. */
export async function buyNumbers(services: Services, job: Job): Promise<void> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([job.companyId], null, work);
  const { items, market } = await within(async () => ({
    items: await openItems(job.purchaseId),
    market: getNumberVendor(services, await findCategory(job.purchaseId)),
  }));
  for (const item of items) {
    failpoint('numbers.buy: before the intent');
    const isOurs = item.state === 'intent' || (await within(() => claim(item)));
    failpoint('numbers.buy: after the intent');
    const end: End = isOurs ? await endOf(market, item) : { state: 'taken' };
    failpoint('numbers.buy: after the request');
    const isKept = await within(() => settle(services.jobs, job.purchaseId, item, end));
    if (end.state === 'bought' && !isKept) await market.release(end.carrierSid);
    clearSearchCache(market, [item.number]);
    failpoint('numbers.buy: after settling');
  }
  await within(() => finish(job.purchaseId));
}

async function findCategory(purchaseId: string): Promise<number> {
  const order = await currentTransaction()
    .selectFrom('number_purchases')
    .select('category')
    .where('company_id', '=', companyId())
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  return order.category;
}

async function openItems(purchaseId: string): Promise<Item[]> {
  const rows = await currentTransaction()
    .selectFrom('number_purchase_items')
    .select(['id', 'number', 'state'])
    .where('company_id', '=', companyId())
    .where('purchase_id', '=', purchaseId)
    .where('state', 'in', ['waiting', 'intent'])
    .orderBy('position')
    .execute();
  return rows.flatMap(({ id, number, state }) => (state === 'waiting' || state === 'intent' ? [{ id, number, state }] : []));
}

/** Takes the number for this item; false when somebody else is buying it. Waits for whoever is deciding at this moment. */
async function claim(item: Item): Promise<boolean> {
  const made = await currentTransaction()
    .insertInto('number_claims')
    .values({ number: item.number, company_id: companyId(), item_id: item.id })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirstOrThrow();
  if (Number(made.numInsertedOrUpdatedRows ?? 0n) === 0) return false;
  await currentTransaction().updateTable('number_purchase_items').set({ state: 'intent' }).where('id', '=', item.id).where('state', '=', 'waiting').execute();
  return true;
}

/** Asks the carrier, and its list wherever its answer leaves a doubt. */
async function endOf(carrier: NumberVendor, item: Item): Promise<End> {
  const mine = async (): Promise<End | null> => {
    const owned = await carrier.owned(item.number);
    return owned?.tag === formatTag(item) ? { state: 'bought', carrierSid: owned.carrierSid } : null;
  };
  // An intent from before: the request may have gone out.
  const before = item.state === 'intent' ? await mine() : null;
  if (before) return before;
  const outcome = await carrier.buy({ number: item.number, tag: formatTag(item) });
  switch (outcome.kind) {
    case 'bought':
      return { state: 'bought', carrierSid: outcome.carrierSid };
    case 'gone':
      return (await mine()) ?? { state: 'taken' };
    case 'refused':
      return { state: 'refused', errorCode: outcome.errorCode, reason: outcome.message };
    case 'retriable':
      throw new Error('The carrier asks to come back later');
    case 'unknown': {
      const found = await mine();
      if (found) return found;
      throw new Error('The carrier did not say what became of a number');
    }
  }
}

/** Writes down how an item ended, once; false when the number could not be kept although it was bought. */
async function settle(jobs: Jobs, purchaseId: string, item: Item, end: End): Promise<boolean> {
  const row = await currentTransaction()
    .selectFrom('number_purchase_items')
    .selectAll()
    .where('id', '=', item.id)
    .where('company_id', '=', companyId())
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.state !== 'waiting' && row.state !== 'intent') return true;
  const numberId = end.state === 'bought' ? await keepNumber(jobs, purchaseId, item, row.monthly_cost, end.carrierSid) : null;
  const isLost = end.state === 'bought' && numberId === null;
  await currentTransaction()
    .updateTable('number_purchase_items')
    .set({
      state: isLost ? 'taken' : end.state,
      number_id: numberId,
      error_code: end.state === 'refused' ? end.errorCode : null,
      reason: end.state === 'refused' ? end.reason : end.state === 'taken' || isLost ? await findReason(item.number) : null,
      settled_at: new Date(),
    })
    .where('id', '=', item.id)
    .execute();
  await currentTransaction().deleteFrom('number_claims').where('number', '=', item.number).where('item_id', '=', item.id).execute();
  recordChange({ kind: 'purchase-updated', key: purchaseId });
  return !isLost;
}

/** Says why a number could not be bought: the open company has it, or someone else. */
async function findReason(number: string): Promise<string> {
  const own = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('id')
    .where('company_id', '=', companyId())
    .where('number', '=', number)
    .where('status', '<>', 2)
    .executeTakeFirst();
  return own ? ownReason : takenReason;
}

/** The company's number; null when it stands in another company's list. */
async function keepNumber(jobs: Jobs, purchaseId: string, item: Item, monthlyCost: number, carrierSid: string): Promise<number | null> {
  const order = await currentTransaction()
    .selectFrom('number_purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .where('company_id', '=', companyId())
    .executeTakeFirstOrThrow();
  if (order.replaces !== null) return takePlace(jobs, order.replaces, { number: item.number, monthlyCost, carrierSid });
  const kind = toNumberTypes(item.number, order.category);
  const vanity = order.vanity !== null && item.number.endsWith(toKeypadDigits(order.vanity)) ? formatVanityNumber(item.number, order.vanity) : null;
  const made = await currentTransaction()
    .insertInto('phone_numbers')
    .values({
      company_id: companyId(),
      number: item.number,
      label: order.label ?? vanity ?? displayPhone(item.number),
      category: order.category,
      provider_id: order.provider_id === 1 ? kind.providerId : order.provider_id,
      type: kind.type,
      line_type: kind.lineType,
      sms_enabled: kind.lineType === 1,
      routing_type: 'standard',
      carrier_sid: carrierSid,
      monthly_cost: monthlyCost,
      vanity,
    })
    .onConflict((conflict) => conflict.column('number').where('status', '<>', 2).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made && order.routes !== null) await saveNewRouting(made.id, order.routes, order.created_by);
  if (made) recordChange({ kind: 'number-updated', id: made.id, ...(order.created_by === null ? {} : { actorId: order.created_by }) });
  return made?.id ?? null;
}

/** Puts a number in the place of another: history, label and tags stay; the old one leaves the carrier later. Null when there is no such place any more. */
async function takePlace(
  jobs: Jobs,
  id: number,
  next: { readonly number: string; readonly monthlyCost: number; readonly carrierSid: string },
): Promise<number | null> {
  const old = await currentTransaction()
    .selectFrom('phone_numbers')
    .select(['carrier_sid', 'status'])
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!old || old.status === 2) return null;
  const taken = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('id')
    .where('number', '=', next.number)
    .where('status', '<>', 2)
    .executeTakeFirst();
  if (taken) return null;
  await currentTransaction()
    .updateTable('phone_numbers')
    .set({ number: next.number, monthly_cost: next.monthlyCost, carrier_sid: next.carrierSid, vanity: null })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  const startAt = new Date(Date.now() + numberLimits.numberReleaseMs);
  if (old.carrier_sid !== null) await jobs.enqueue(numbersRelease, { companyId: companyId(), carrierSid: old.carrier_sid }, { key: old.carrier_sid, startAt });
  recordChange({ kind: 'number-updated', id });
  return id;
}

/** The order is over when none of its numbers is open. */
async function finish(purchaseId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update number_purchases set finished_at = now(), state = case when ends.bought = ends.total then 'bought' when ends.bought > 0 then 'partly' else 'refused' end
    from (select count(*) as total, count(*) filter (where state = 'bought') as bought, count(*) filter (where state in ('waiting', 'intent')) as open
      from number_purchase_items where company_id = ${companyId()} and purchase_id = ${purchaseId}) ends
    where number_purchases.id = ${purchaseId} and company_id = ${companyId()} and finished_at is null and ends.open = 0
    returning id`.execute(currentTransaction());
  if (rows.length > 0) recordChange({ kind: 'purchase-updated', key: purchaseId });
}
