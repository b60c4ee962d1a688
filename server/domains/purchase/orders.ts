/** Orders of numbers: made once a key, within what the company may have, and read as they stand. */

import { sql } from 'kysely';
import type { Purchase } from '#contract/purchase/entities.ts';
import type { RouteInput } from '#contract/routing/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { checkApproved } from '../../access/approval.ts';
import { withCompanyTransaction } from '../../access/companyTransaction.ts';
import { lockNumber } from '../../access/numberSelection.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { isOfUnitedStates } from '../../destinations.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { findPlanLimits } from '../billing/planLimits.ts';
import { checkRoutes } from '../routing/changing.ts';
import { addAvailableNumbers } from './asked.ts';
import { numbersBuy } from './jobs.ts';
import { getNumberVendor } from './market.ts';
import { checkProvider } from './providers.ts';
import { loadMonthlyCosts } from './searchAvailableNumbers.ts';

interface Order {
  readonly key: string;
  readonly numbers: readonly string[];
  /** With how many more of the same kind there are to be so many; absent: these alone. */
  readonly quantity?: number | undefined;
  readonly category: 1 | 3;
  /** Routes that each number gets once it is bought; absent: those of any new number. */
  readonly routes?: readonly RouteInput[] | undefined;
  readonly providerId: number;
  readonly label?: string | undefined;
  readonly vanity?: string | undefined;
  /** Rotation: the number whose place it takes, as it was when the rotation began. */
  readonly replaces?: { readonly id: number; readonly number: string } | undefined;
  /** Monthly price that the person was shown; absent: the current one. */
  readonly monthlyCost?: number | undefined;
}

interface Priced {
  readonly number: string;
  readonly monthlyCost: number;
}

/** Says why a number cannot be bought that the company has. */
export const ownReason = 'Your company already has this number';

const cents = (dollars: number) => Math.round(dollars * 100);
const computeCents = (priced: readonly Priced[]) => priced.reduce((sum, { monthlyCost }) => sum + cents(monthlyCost), 0);

/** A purchase of the open company. Refuses one that is not there. */
export async function readPurchase(id: string): Promise<Purchase> {
  const row = await currentTransaction()
    .selectFrom('number_purchases')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const items = await currentTransaction()
    .selectFrom('number_purchase_items')
    .select(['number', 'state', 'monthly_cost', 'number_id', 'reason'])
    .where('company_id', '=', companyId())
    .where('purchase_id', '=', id)
    .orderBy('position')
    .execute();
  const bought = items.filter(({ state }) => state === 'bought');
  return {
    key: row.id,
    companyId: row.company_id,
    state: row.state,
    items: items.map((item) => ({ number: item.number, state: item.state, monthlyCost: item.monthly_cost, numberId: item.number_id, reason: item.reason })),
    monthlyCost: bought.reduce((sum, item) => sum + cents(item.monthly_cost), 0) / 100,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** Orders of a company are looked at one after another: two never share one room. Holds until the transaction ends. */
export const lockPlanUsage = () => sql`select pg_advisory_xact_lock(hashtextextended('numbers.room', ${companyId()}))`.execute(currentTransaction());

/** Refuses what the plan or the spend cap has no room for, beside what is there, ordered or on its way from another carrier; what follows in the transaction has the room for itself. */
export async function assertWithinPlanLimits(count: number, cost: number): Promise<void> {
  await checkApproved();
  await lockPlanUsage();
  const { rows } = await sql<{ limit: number; budget: number; numbers: number; cost: number }>`
    select number_limit as "limit", number_budget as budget, held.numbers + ordered.numbers + coming.numbers as numbers,
      held.cost + ordered.cost + coming.cost as cost
    from companies,
      (select count(*) as numbers, coalesce(sum(monthly_cost), 0) as cost from phone_numbers where company_id = ${companyId()} and status <> 2) held,
      (select count(*) as numbers, coalesce(sum(monthly_cost), 0) as cost from number_purchase_items where company_id = ${companyId()} and state in ('waiting', 'intent')) ordered,
      (select count(*) as numbers, coalesce(sum(monthly_cost), 0) as cost from port_numbers where company_id = ${companyId()} and is_open) coming
    where companies.id = ${companyId()}`.execute(currentTransaction());
  const [room] = rows;
  if (!room) throw new AppError('not_found');
  const limit = Math.min(room.limit, (await findPlanLimits())?.numbers ?? room.limit);
  if (room.numbers + count > limit) {
    const left = Math.max(0, limit - room.numbers);
    throw new AppError('plan_limit', {
      field: 'numbers',
      message: `Your plan includes ${limit.toLocaleString('en-US')} ${limit === 1 ? 'number' : 'numbers'}: ${left === 0 ? 'none is' : left === 1 ? '1 is' : `${left} are`} left`,
    });
  }
  if (cents(room.cost) + cents(cost) > cents(room.budget))
    throw new AppError('spend_cap', {
      field: 'monthly_cost',
      message: `Your numbers would cost $${(room.cost + cost).toFixed(2)} per month. The limit is $${room.budget.toFixed(2)}.`,
    });
}

/** The order of a key in the open company; null when there is none. */
export async function findPurchaseByKey(key: string): Promise<Purchase | null> {
  const there = await currentTransaction()
    .selectFrom('number_purchases')
    .select('id')
    .where('company_id', '=', companyId())
    .where('id', '=', key)
    .executeTakeFirst();
  return there ? readPurchase(there.id) : null;
}

/** The rotation of a key; null when there is none. Refuses a key under which something else was ordered. */
export async function findRotation(key: string, numberId: number): Promise<Purchase | null> {
  const there = await currentTransaction()
    .selectFrom('number_purchases')
    .select('replaces')
    .where('company_id', '=', companyId())
    .where('id', '=', key)
    .executeTakeFirst();
  if (!there) return null;
  if (there.replaces !== numberId) throw new AppError('conflict', { field: 'key', message: 'Idempotency key already used for a different request' });
  return readPurchase(key);
}

/** Refuses (409) to rotate a number whose rotation is under way: each would buy one, and only the last would stay. */
export async function assertNotRotating(numberId: number): Promise<void> {
  const open = await currentTransaction()
    .selectFrom('number_purchases')
    .select('id')
    .where('company_id', '=', companyId())
    .where('replaces', '=', numberId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (open) throw new AppError('conflict', { message: 'This number is already being rotated' });
}

/** Refuses numbers that are the open company's already: the order could only end so. */
async function assertNotOwned(numbers: readonly string[]): Promise<void> {
  const own = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('number')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`number = any (${[...numbers]}::text[])`)
    .where('status', '<>', 2)
    .orderBy('number')
    .execute();
  const [first] = own;
  if (!first) return;
  const message = numbers.length === 1 ? ownReason : `Your company already has ${own.map(({ number }) => displayPhone(number)).join(', ')}`;
  throw new AppError('invalid', { field: numbers.length === 1 ? 'number' : 'numbers', message });
}

/** The purchase that was made of an order before. Refuses a key under which other numbers were ordered. */
async function sameOrder({ key, numbers, quantity, replaces }: Order): Promise<Purchase | null> {
  const there = await findPurchaseByKey(key);
  // A rotation draws its number anew each time it is asked.
  if (!there || replaces !== undefined) return there;
  const ordered = new Set(there.items.map(({ number }) => number));
  const named = new Set(numbers);
  const isSame = [...named].every((number) => ordered.has(number)) && (quantity !== undefined || named.size === ordered.size);
  if (!isSame) throw new AppError('conflict', { field: 'key', message: 'Other numbers were ordered under this key; nothing was bought. Use a new one' });
  return there;
}

/** The person who orders, and the company. */
export interface Buyer {
  readonly membership: Membership;
  readonly authUser: Pick<AuthUser, 'userId'>;
}

/**
 * Makes an order and enqueues the buying, in a transaction of its own: none is open while the carrier is asked for its prices. The same key again
 * answers with the order that is there. Refuses a price that is no longer the one shown, and what the company has no room for.
 */
export async function orderNumbers(services: Services, order: Order, buyer: Buyer): Promise<Purchase> {
  const within = withCompanyTransaction(services, buyer);
  const before = await within(() => sameOrder(order));
  if (before) return before;
  await within(checkApproved);
  const named = [...new Set(order.numbers)];
  if (order.replaces === undefined) await within(() => assertNotOwned(named));
  const numbers = order.quantity === undefined ? named : await addAvailableNumbers(services, named, order.quantity, order.category);
  const odd = numbers.find((number) => !isOfUnitedStates(number));
  if (odd !== undefined) throw new AppError('invalid', { field: 'numbers', message: `${odd} is not a US number` });
  // A number that replaces another keeps the provider of the one before.
  if (order.replaces === undefined) checkProvider(order.providerId, numbers);
  const costOf = await loadMonthlyCosts(getNumberVendor(services, order.category));
  const priced = numbers.map((number) => ({ number, monthlyCost: costOf(number) }));
  if (order.monthlyCost !== undefined && computeCents(priced) !== cents(order.monthlyCost)) throw new AppError('price_changed', { field: 'monthly_cost' });
  return within(() => keepOrder(services, order, priced, buyer));
}

/** Writes an order down, in the open transaction. */
async function keepOrder({ jobs }: Pick<Services, 'jobs'>, order: Order, priced: readonly Priced[], { membership, authUser }: Buyer): Promise<Purchase> {
  await lockPlanUsage();
  // The same order may have been made while the carrier was asked: its numbers are counted already.
  const there = await sameOrder(order);
  if (there) return there;
  if (order.routes !== undefined) for (const { number } of priced) await checkRoutes(membership, number, order.routes);
  if (order.replaces === undefined) await assertWithinPlanLimits(priced.length, computeCents(priced) / 100);
  else {
    const now = await lockNumber(membership, order.replaces.id);
    await assertNotRotating(order.replaces.id);
    if (now.number !== order.replaces.number) throw new AppError('conflict', { message: 'This number has just been rotated' });
    await assertWithinPlanLimits(0, 0);
  }
  const made = await currentTransaction()
    .insertInto('number_purchases')
    .values({
      id: order.key,
      company_id: companyId(),
      created_by: authUser.userId,
      label: order.label?.trim() || null,
      vanity: order.vanity || null,
      category: order.category,
      provider_id: order.providerId,
      replaces: order.replaces?.id ?? null,
      routes: order.routes === undefined ? null : JSON.stringify(order.routes),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made)
    return readPurchase(order.key).catch(() =>
      Promise.reject(new AppError('conflict', { field: 'key', message: 'Idempotency key already used for a different request' })),
    );
  await currentTransaction()
    .insertInto('number_purchase_items')
    .values(
      priced.map(({ number, monthlyCost }, position) => ({ company_id: companyId(), purchase_id: order.key, position, number, monthly_cost: monthlyCost })),
    )
    .execute();
  await jobs.enqueue(numbersBuy, { companyId: companyId(), purchaseId: order.key }, { key: order.key });
  return readPurchase(order.key);
}
