/** Talking to the card vendor in the name of a company, and what its failures mean to the person who asked. */
import { sql } from 'kysely';
import {
  CardDeclinedError,
  type CardVendor,
  CardVendorRejectedError,
  CardVendorStuckError,
  CardVendorUnavailableError,
  type Standing,
} from '../../cards/cards.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { findBilling, lockBilling, saveStanding, updateBilling } from './repository.ts';

/** The vendor forgets keys after a day: an older request is never repeated. */
export const keyMs = 23 * 3_600_000;

/** The card vendor. Refuses where none is configured. */
export function getVendor({ cards }: Pick<Services, 'cards'>): CardVendor {
  if (cards === null) throw new AppError('cards_not_configured');
  return cards;
}

/** A failure of the vendor as a refusal. */
export function toRefusal(error: unknown): unknown {
  if (error instanceof CardDeclinedError) return new AppError('card_declined', { cause: error });
  if (error instanceof CardVendorUnavailableError) return new AppError('card_service', { cause: error });
  if (error instanceof CardVendorRejectedError)
    return new AppError('invalid', { title: 'Card service', message: 'The card service refused this change. Reload and try again.', cause: error });
  return error;
}

/** Asks the vendor; its failures are refusals. */
export async function askVendor<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toRefusal(error);
  }
}

/** The vendor's customer of a company, made once: the key of the request is committed before. */
export async function ensureCustomer(services: Services, companyId: number): Promise<string> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([companyId], null, work);
  const { row, name } = await within(async () => {
    const row = await lockBilling();
    const company = await currentTransaction().selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirstOrThrow();
    return { row, name: company.name };
  });
  if (row.customer_id !== null) return row.customer_id;
  failpoint('billing.customer: intended');
  const vendor = getVendor(services);
  const customerId = await vendor.createCustomer({ name, companyId, key: `customer-${row.customer_key}` }).catch(async (error: unknown) => {
    // The next try makes another customer; one that was made without our knowledge has no card and costs nothing.
    if (error instanceof CardVendorStuckError) await within(() => updateBilling({ customer_key: crypto.randomUUID() }));
    throw error;
  });
  failpoint('billing.customer: made');
  await within(() => updateBilling({ customer_id: customerId }));
  return customerId;
}

/**
 * Asks the vendor how everything stands, and saves the answer, in one transaction with `also`. Null: the company is not known there.
 * Rejects when the vendor does not answer.
 */
export async function refreshStanding(services: Services, companyId: number, also: () => Promise<void> = async () => {}): Promise<Standing | null> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([companyId], null, work);
  const row = await within(findBilling);
  if (row?.customer_id == null) return null;
  // The database's clock: nodes of one installation agree on it.
  const askedAt = await within(async () => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(currentTransaction());
    return rows[0]?.now ?? new Date();
  });
  try {
    const standing = await getVendor(services).load(row.customer_id);
    failpoint('billing: asked');
    await within(async () => {
      await saveStanding(standing, askedAt);
      await also();
    });
    return standing;
  } catch (error) {
    if (error instanceof CardVendorUnavailableError) await within(() => updateBilling({ is_stale: true }));
    throw error;
  }
}
