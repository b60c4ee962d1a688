/** Who is behind a number: asked of the vendor once, and kept for the company for a while, since each answer is paid. */
import { sql } from 'kysely';
import type { CallerLookup } from '#contract/lookups.ts';
import { companyId, db } from '../../db/tenancy.ts';
import { Refusal } from '../../http/errors.ts';
import { normalisePhone } from '../../phone.ts';
import type { Services } from '../../services.ts';

/** Milliseconds an answer is good for: lines change hands within weeks. Nobody known is asked again the next day. */
const knownMs = 30 * 86_400_000;
const unknownMs = 86_400_000;

type Found = Omit<CallerLookup, 'number' | 'lookedUpAt'>;

async function keptOf(number: string): Promise<CallerLookup | null> {
  const row = await db().selectFrom('caller_lookups').selectAll().where('company_id', '=', companyId()).where('number', '=', number).executeTakeFirst();
  if (!row) return null;
  const isFresh = Date.now() - row.looked_up_at.getTime() < (row.found.owners.length > 0 ? knownMs : unknownMs);
  return isFresh ? { number, ...row.found, lookedUpAt: row.looked_up_at.toISOString() } : null;
}

async function keep(number: string, found: Found): Promise<CallerLookup> {
  const looked_up_at = new Date();
  await db()
    .insertInto('caller_lookups')
    .values({ company_id: companyId(), number, found: JSON.stringify(found), looked_up_at })
    .onConflict((conflict) => conflict.columns(['company_id', 'number']).doUpdateSet({ found: JSON.stringify(found), looked_up_at }))
    .execute();
  return { number, ...found, lookedUpAt: looked_up_at.toISOString() };
}

/** Looks a number up. Two who ask at once are one question. Refuses what is no number; a vendor that does not answer is upstream's affair. */
export async function lookUp({ lookup }: Services, typed: string): Promise<CallerLookup> {
  const number = normalisePhone(typed);
  if (number === null) throw new Refusal('invalid', { field: 'number', message: 'A phone number such as +1 212-555-0123' });
  const before = await keptOf(number);
  if (before) return before;
  if (lookup === null)
    throw new Refusal('invalid', { message: 'Caller lookup is not set up here: whoever runs this installation gives it the key of a directory' });
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lookup ${number}`}, ${companyId()}))`.execute(db());
  const meanwhile = await keptOf(number);
  if (meanwhile) return meanwhile;
  const found = await lookup.look(number).catch((cause: unknown) => {
    throw new Refusal('upstream', { message: 'The directory of callers did not answer; nothing was paid, try again', cause });
  });
  return keep(number, found);
}
