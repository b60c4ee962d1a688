/** Checks whether a caller is blocked: what answering calls and starting threads ask. Runs in the open transaction of one company. */
import { companyId, currentTransaction } from '../db/tenancy.ts';

/** The block that holds for a caller on a number of ours: what the caller hears, null when none does. One on the number itself comes before one that holds everywhere. */
export async function findBlock(numberId: number, caller: string): Promise<'reject' | 'busy' | null> {
  const row = await currentTransaction()
    .selectFrom('blocks')
    .select('action')
    .where('company_id', '=', companyId())
    .where('target', '=', caller)
    .where((eb) => eb.or([eb('number_id', 'is', null), eb('number_id', '=', numberId)]))
    .orderBy('number_id', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return row?.action ?? null;
}

/** Is this caller blocked on this number of ours? */
export const isBlockedOn = async (numberId: number, caller: string): Promise<boolean> => (await findBlock(numberId, caller)) !== null;
