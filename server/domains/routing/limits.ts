/** Limits of a company's calls: allowed destinations, phones rung a minute, cost a day (SAFETY.md, COMPLIANCE.md: toll fraud). */
import { sql } from 'kysely';
import { type CallingLimits, callingDefaults } from '#contract/calling/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { parseClient } from '#machines/call/index.ts';
import { findAccountFault } from '../../compliance/accounts.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { findDestinationFault } from '../../destinations.ts';

/** Estimated cents a started minute of a dialled phone costs: the carrier's list price of a leg in North America, doubled elsewhere until it bills; of a browser less. */
const centsPerMinute = { browser: 0.4, near: 1.4, far: 28 } as const;

export type Limits = Pick<CallingLimits, 'countries' | 'dialsPerMinute' | 'centsPerDay'>;

/** The company's limits, or the installation's. */
export async function readLimits(): Promise<Limits> {
  const row = await currentTransaction().selectFrom('calling_limits').selectAll().where('company_id', '=', companyId()).executeTakeFirst();
  return row
    ? { countries: row.countries, dialsPerMinute: row.dials_per_minute, centsPerDay: row.cents_per_day }
    : { ...callingDefaults, countries: [...callingDefaults.countries] };
}

/** Returns the used part of the caps. */
export async function readUsage(): Promise<LimitUsage> {
  const row = await currentTransaction()
    .selectFrom('call_legs')
    .select([sql<number>`count(*) filter (where started_at > now() - interval '1 minute')`.as('dials'), sql<number>`coalesce(sum(cents), 0)`.as('cents')])
    .where('company_id', '=', companyId())
    .where('started_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return { dials: Number(row.dials), cents: Number(row.cents) };
}

export async function showLimits(): Promise<CallingLimits> {
  const [limits, used] = [await readLimits(), await readUsage()];
  return { ...limits, usedDials: used.dials, usedCents: Math.round(used.cents) };
}

/** Changes what is named. */
export async function saveLimits(changes: Partial<Limits>, by: number): Promise<CallingLimits> {
  const next = { ...(await readLimits()), ...changes };
  const row = { countries: [...new Set(next.countries)].sort(), dials_per_minute: next.dialsPerMinute, cents_per_day: next.centsPerDay, updated_by: by };
  await currentTransaction()
    .insertInto('calling_limits')
    .values({ ...row, company_id: companyId() })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ ...row, updated_at: new Date() }))
    .execute();
  return showLimits();
}

const countryName = (code: string) => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;

/** Why a phone may not be rung, in words; null when it may. */
export function checkForwardDestination(number: string, { countries }: Pick<Limits, 'countries'>): string | null {
  const fault = findDestinationFault(number, new Set(countries));
  if (fault === null) return null;
  if (fault.kind === 'invalid') return 'This number can’t be called';
  if (fault.kind === 'premium') return 'Calls to premium-rate numbers are blocked';
  const on = countries.map((code) => (code === 'US' ? 'the US' : countryName(code)));
  const where = fault.country === null ? displayPhone(number) : countryName(fault.country);
  return `${where}: calls outside ${on.join(' and ')} are blocked. Ask an owner to allow it.`;
}

/** Usage of a company's caps: phones rung in this minute, cents of this day. */
export interface LimitUsage {
  readonly dials: number;
  readonly cents: number;
}

/** Why `count` more phones are over the caps, in words; null while they are within. */
export function findReachedLimit(count: number, limits: Limits, used: LimitUsage): string | null {
  if (used.dials + count > limits.dialsPerMinute) return `Dial limit of ${limits.dialsPerMinute} per minute reached`;
  return used.cents >= limits.centsPerDay ? `Daily spend limit of $${(limits.centsPerDay / 100).toFixed(2)} reached` : null;
}

/** Why each of these phones is not rung when this much of the caps is used; those that may are not named. */
export function findBlockReasons(numbers: readonly string[], limits: Limits, used: LimitUsage): Record<string, string> {
  const isOver = findReachedLimit(numbers.length, limits, used);
  const told = numbers.map((number): [string, string | null] => [number, checkForwardDestination(number, limits) ?? isOver]);
  return Object.fromEntries(told.filter((entry): entry is [string, string] => entry[1] !== null));
}

/**
 * Why each of these phones is not rung now; those that may are not named. Callers of one company that arrive at the same moment are counted one after
 * another, so that together they stay below the cap.
 */
export async function blockedDestinations(numbers: readonly string[]): Promise<Record<string, string>> {
  if (numbers.length === 0) return {};
  const fault = await findAccountFault();
  if (fault !== null) return Object.fromEntries(numbers.map((number) => [number, fault]));
  // One behind the other in one round trip: what is used is read once the lock is held.
  const [, limits, used] = await Promise.all([
    sql`select pg_advisory_xact_lock(${companyId()}::bigint)`.execute(currentTransaction()),
    readLimits(),
    readUsage(),
  ]);
  return findBlockReasons(numbers, limits, used);
}

/** Cents a phone costs for these seconds; a started minute is a whole one, and ringing counts as one until its end is told. */
export function computeCents(number: string, seconds: number): number {
  if (parseClient(number) !== null) return Math.max(1, Math.ceil(seconds / 60)) * centsPerMinute.browser;
  const rate = findDestinationFault(number, new Set(['US', 'CA'])) === null ? centsPerMinute.near : centsPerMinute.far;
  return Math.max(1, Math.ceil(seconds / 60)) * rate;
}
