/** Looks up the person behind a number: requested from the vendor once, and kept for the company for a while, since each answer is paid. */

import type { CallerLookup } from '#contract/lookups/entities.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { checkApproved } from '../../access/approval.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { lookupDays } from '../../db/prune.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { CallerDirectory } from '../../lookup/lookup.ts';
import type { Services } from '../../services.ts';

/** Milliseconds an answer is good for: lines change hands within weeks. Nobody known is asked again the next day. */
const knownMs = lookupDays * 86_400_000;
const unknownMs = 86_400_000;

type Found = Omit<CallerLookup, 'number' | 'lookedUpAt'>;

async function findStoredLookup(number: string): Promise<CallerLookup | null> {
  const row = await currentTransaction()
    .selectFrom('caller_lookups')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) return null;
  const isFresh = Date.now() - row.looked_up_at.getTime() < (row.found.owners.length > 0 ? knownMs : unknownMs);
  return isFresh ? { number, ...row.found, lookedUpAt: row.looked_up_at.toISOString() } : null;
}

async function keep(number: string, found: Found): Promise<CallerLookup> {
  const looked_up_at = new Date();
  await currentTransaction()
    .insertInto('caller_lookups')
    .values({ company_id: companyId(), number, found: JSON.stringify(found), looked_up_at })
    .onConflict((conflict) => conflict.columns(['company_id', 'number']).doUpdateSet({ found: JSON.stringify(found), looked_up_at }))
    .execute();
  return { number, ...found, lookedUpAt: looked_up_at.toISOString() };
}

/** Questions under way at a directory, by company and number. */
const underWay = new WeakMap<CallerDirectory, Map<string, Promise<CallerLookup>>>();

/** One question for all who ask it at once in this process. */
function shared(directory: CallerDirectory, key: string, ask: () => Promise<CallerLookup>): Promise<CallerLookup> {
  const questions = underWay.get(directory) ?? new Map<string, Promise<CallerLookup>>();
  underWay.set(directory, questions);
  const asked = questions.get(key) ?? ask().finally(() => questions.delete(key));
  questions.set(key, asked);
  return asked;
}

/**
 * Looks a number up. Two who ask at once are one question; no transaction is open while the directory is asked. Refuses what is no number; a vendor that does not
 * answer is upstream's affair.
 */
export async function lookUp({ lookup, tenancy }: Services, typed: string, actor: ActingUser): Promise<CallerLookup> {
  const within = withCompanyTransaction({ tenancy }, actor);
  const number = normalisePhone(typed);
  if (number === null) throw new AppError('invalid', { field: 'number', message: 'A phone number such as +1 212-555-0123' });
  const before = await within(() => findStoredLookup(number));
  if (before) return before;
  if (lookup === null) throw new AppError('invalid', { message: 'Caller lookup isn’t configured. Ask the operator of this server to set TRESTLE_API_KEY.' });
  await within(checkApproved);
  return shared(lookup, `${actor.membership.companyId} ${number}`, async () => {
    // Somebody's question may have been answered since.
    const meanwhile = await within(() => findStoredLookup(number));
    if (meanwhile) return meanwhile;
    const found = await lookup.look(number).catch((cause: unknown) => {
      throw new AppError('upstream', { message: 'Caller lookup didn’t respond. Try again.', cause });
    });
    return within(() => keep(number, found));
  });
}
