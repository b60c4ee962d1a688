/** Throttling per account and per address: each try is counted before it is judged, under the lock of its row, so that tries side by side count too. */
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';

const quarter = 15 * 60;
const hour = 60 * 60;

/** Tries in a window of seconds. An address has more, since many people share one. */
const rateLimits = {
  /** A browser the account has signed in with, an address it has signed in from (lanes.ts). */
  signInDevice: { most: 10, seconds: quarter },
  signInKnownAddress: { most: 10, seconds: quarter },
  /** Signed-in user who types their own password. */
  ownPassword: { most: 10, seconds: quarter },
  signInAddress: { most: 60, seconds: quarter },
  mfaAccount: { most: 15, seconds: quarter },
  forgotAccount: { most: 5, seconds: hour },
  /** Codes for an e-mail address: asked from one address, and from anywhere. */
  signupCodes: { most: 3, seconds: hour },
  signupMails: { most: 20, seconds: hour },
  /** Tries at codes that were asked from another address. */
  signupAway: { most: 5, seconds: hour },
  mailAddress: { most: 30, seconds: hour },
  foundings: { most: 20, seconds: hour },
  /** Visits an address (its keyed hash) begins at a company's sites: as long as a number is held as a rule. */
  visitorBegins: { most: 30, seconds: 20 * 60 },
  /** Codes of the catalog: for one purpose of an address and asked from one network, sent to an address, asked from a network, of a range of numbers. */
  catalogCodes: { most: 3, seconds: hour },
  catalogSent: { most: 6, seconds: hour },
  catalogAsked: { most: 30, seconds: hour },
  catalogPrefix: { most: 20, seconds: hour },
  /** Tries at codes of an address that were asked from another network. */
  catalogAway: { most: 5, seconds: hour },
  /** Numbers bought from a network, by whichever account. */
  catalogBought: { most: 50, seconds: 24 * hour },
  /** Tries to sign up or in to the catalog, from a network; those at an account go by slow lanes (lanes.ts). */
  catalogTries: { most: 120, seconds: quarter },
  /** Invitations of the catalog: sent from a network, and got by a number from anybody. */
  catalogInvitations: { most: 20, seconds: 24 * hour },
  /** Uploads of an account to support. */
  catalogFiles: { most: 20, seconds: 24 * hour },
  catalogInvited: { most: 1, seconds: 30 * 24 * hour },
} as const;
type Allowance = keyof typeof rateLimits;

/** One try: which allowance it draws on, and whose. */
export interface RateLimitAttempt {
  readonly allowance: Allowance;
  readonly whose: string | number;
}

const formatAttemptKey = ({ allowance, whose }: RateLimitAttempt) => `${allowance}:${whose}`;

/** Seconds to wait; 0 when the try is within its allowance. */
async function count(one: RateLimitAttempt): Promise<number> {
  const { most, seconds } = rateLimits[one.allowance];
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttles as t (key, count, window_ends_at) values (${formatAttemptKey(one)}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when t.window_ends_at <= now() then 1 else least(t.count, 1000000) + 1 end,
      window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end
    returning count, ceil(extract(epoch from window_ends_at - now()))::int as wait`.execute(currentTransaction());
  const [row] = rows;
  return row && row.count > most ? Math.max(1, row.wait) : 0;
}

/** Counts tries in the open transaction, which must commit; seconds to wait, 0 when all are within their allowance. */
export async function countAttempts(tries: readonly RateLimitAttempt[]): Promise<number> {
  let wait = 0;
  for (const one of [...tries].sort((a, b) => formatAttemptKey(a).localeCompare(formatAttemptKey(b)))) wait = Math.max(wait, await count(one));
  return wait;
}

/** A wait in words: `40 seconds`, `15 minutes`, `24 hours`. */
export function formatWait(seconds: number): string {
  const [count, unit] = seconds <= 90 ? [seconds, 'second'] : seconds <= 90 * 60 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds / hour), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The refusal of too many tries. */
export const tooManyRequestsError = (seconds: number) =>
  new AppError('too_many_requests', { retryAfter: seconds, message: `Too many attempts. Try again in ${formatWait(seconds)}.` });

/** Counts tries in a transaction of its own and refuses (429 with retry-after) when there were too many. */
export async function consumeAttempt(tries: readonly RateLimitAttempt[], services: Services): Promise<void> {
  const wait = await services.tenancy.identity(() => countAttempts(tries));
  if (wait > 0) throw tooManyRequestsError(wait);
}

/** Throttles of one statement: quick, and no lock is held for long. */
const prunedAtOnce = 10_000;

/** Deletes throttles that ran out: a day ago, those of visitors at once, since each visitor of a website leaves some. Answers how many. */
export async function pruneThrottles({ tenancy }: Pick<Services, 'tenancy'>): Promise<number> {
  let pruned = 0;
  for (let gone = prunedAtOnce; gone === prunedAtOnce; pruned += gone)
    gone = await tenancy.identity(async () => {
      const deleted = await sql`
        delete from throttles where key in (
          select key from throttles where window_ends_at < now() - case when key like 'visitor%' then interval '0' else interval '1 day' end
          limit ${prunedAtOnce} for update skip locked
        )`.execute(currentTransaction());
      return Number(deleted.numAffectedRows ?? 0n);
    });
  return pruned;
}

/** A try that succeeded was no guess: the account starts afresh, the address gets its try back. In the open transaction. */
export async function resetAttempts(account: RateLimitAttempt | null, address?: RateLimitAttempt): Promise<void> {
  if (account) await currentTransaction().deleteFrom('throttles').where('key', '=', formatAttemptKey(account)).execute();
  if (!address) return;
  await currentTransaction()
    .updateTable('throttles')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', formatAttemptKey(address))
    .where('count', '>', 0)
    .execute();
}

/** An address as it is counted: of IPv6 the network (/64), since one customer has all of its addresses. */
export function toCountedAddress(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const groups = tail === undefined ? [...head] : [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
