/** The worker of `numbers.release`. */
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { findNumberHolder } from './market.ts';

/** Gives a number back to the carrier, unless it was taken back meanwhile. */
export async function releaseNumber(
  services: Services,
  { companyId: company, carrierSid }: { readonly companyId: number; readonly carrierSid: string },
): Promise<void> {
  const isKept = await services.tenancy.company([company], null, async () => {
    const row = await currentTransaction()
      .selectFrom('phone_numbers')
      .select('status')
      .where('company_id', '=', company)
      .where('carrier_sid', '=', carrierSid)
      .where('status', '<>', 2)
      .executeTakeFirst();
    return row !== undefined;
  });
  if (isKept) return;
  const holder = findNumberHolder(services, carrierSid);
  // Tried again for days: somebody has to configure the vendor, or give the number back there.
  if (holder === null) throw new Error('The vendor that holds this number is not configured');
  await holder.release(carrierSid);
}
