/** Buys the numbers that accounts chose: one row is the truth of each, and what we buy carries its tag, so that after a crash or a lost reply nothing is bought twice. */
import type { CarrierNumbers } from '../../carrier/numbers.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { clearSearchCache } from '../purchase/searchAvailableNumbers.ts';
import { lockAccount } from './offers.ts';

/** Tag of a number at the carrier. */
const formatTag = (id: number) => `keyline catalog ${id}`;
const takenReason = 'Someone else took this number first. Choose another.';
/** Milliseconds a number that could not be bought stays on the list. */
const failedMs = 86_400_000;

/** The id a number of ours has at the carrier; null when it is not there, or not by this row. */
export async function findBought(vendor: CarrierNumbers, { id, number }: { readonly id: number; readonly number: string }): Promise<string | null> {
  const held = await vendor.owned(number);
  return held !== null && held.tag === formatTag(id) ? held.carrierSid : null;
}

async function buy(
  vendor: CarrierNumbers,
  row: { readonly id: number; readonly number: string },
): Promise<{ readonly sid: string } | { readonly reason: string }> {
  const known = await findBought(vendor, row);
  if (known !== null) return { sid: known };
  const outcome = await vendor.buy({ number: row.number, tag: formatTag(row.id) });
  if (outcome.kind === 'bought') return { sid: outcome.carrierSid };
  if (outcome.kind === 'gone') return { reason: takenReason };
  if (outcome.kind === 'refused') return { reason: 'The carrier refused this number. Choose another.' };
  // The carrier cannot say yet: the job comes back and looks at its list first.
  throw new Error('The carrier did not say what became of the number');
}

/** The worker of `catalog.buy`. */
export async function buyCatalogNumber(services: Services, { id }: { readonly id: number }): Promise<void> {
  const { carrier, tenancy } = services;
  const row = await tenancy.identity(() =>
    currentTransaction()
      .selectFrom('catalog_numbers')
      .select(['id', 'number', 'account_id'])
      .where('id', '=', id)
      .where('state', '=', 'ordered')
      .executeTakeFirst(),
  );
  if (!row) return;
  failpoint('catalog.buy: before the request');
  const end = await buy(carrier.numbers, row);
  failpoint('catalog.buy: after the request');
  const isKept = await tenancy.identity(async () => {
    // The account before its number, as whoever deletes or chooses has them: a number that is ready writes a row of its account.
    if (row.account_id !== null) await lockAccount(row.account_id);
    const kept = await currentTransaction().selectFrom('catalog_numbers').select('state').where('id', '=', id).forUpdate().executeTakeFirst();
    if (!kept) return false;
    const ordered = kept.state === 'ordered';
    const change = 'sid' in end ? { carrier_sid: end.sid, ...(ordered ? { state: 'ready' as const } : {}) } : null;
    const failure = {
      state: 'failed' as const,
      reason: 'reason' in end ? end.reason : null,
      is_active: false,
      will_be_removed_at: new Date(Date.now() + failedMs),
    };
    if (change !== null || ordered)
      await currentTransaction()
        .updateTable('catalog_numbers')
        .set(change ?? failure)
        .where('id', '=', id)
        .execute();
    return true;
  });
  failpoint('catalog.buy: after settling');
  // Given back by the person while it was being bought.
  if (!isKept && 'sid' in end) await carrier.numbers.release(end.sid);
  clearSearchCache(carrier.numbers, [row.number]);
}
