/**
 * Throttling of passwords without locking anybody out. A browser or an address the account has signed in from has a count of its own. All other tries share a slow
 * lane per account, and one per account and address: a few at once, then one after a delay that grows. In the long run the slow lane lets through as many guesses
 * as a lock of ten in a quarter of an hour would.
 */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { findKnownDevice, hasSignedIn, isKnownAddress } from './devices.ts';
import { countAttempts, formatWait, type RateLimitAttempt, resetAttempts, toCountedAddress } from './rateLimiter.ts';

/** `free` tries at once, then one every 10, 20, 40 … up to `maxSeconds`; after a quarter of an hour without one it starts afresh. */
const slowLanes = {
  /** Everybody from everywhere: 10 guesses in 15 minutes. */
  account: { free: 5, maxSeconds: 90 },
  /** One address: it cannot use up what the account lane lets through. */
  place: { free: 5, maxSeconds: 900 },
} as const;
const firstDelaySeconds = 10;
const restSeconds = 15 * 60;

type SlowLane = keyof typeof slowLanes;
const formatLaneKey = (lane: SlowLane, key: string) => `slow.${lane}:${key}`;

/** Takes a turn in a slow lane; seconds to wait, 0 when it was taken. A try that has to wait is not counted. */
async function takeSlowTurn(lane: SlowLane, key: string): Promise<number> {
  const { free, maxSeconds } = slowLanes[lane];
  const isFresh = sql`t.window_ends_at + make_interval(secs => ${restSeconds}) <= now()`;
  const { rows } = await sql`
    insert into throttles as t (key, count, window_ends_at) values (${formatLaneKey(lane, key)}, 1, now())
    on conflict (key) do update set
      count = case when ${isFresh} then 1 else least(t.count, 1000) + 1 end,
      window_ends_at = case when ${isFresh} or t.count + 1 < ${free}::int then now()
        else now() + make_interval(secs => least(${maxSeconds}::float, ${firstDelaySeconds}::float * 2 ^ least(t.count + 1 - ${free}::int, 20))) end
    where t.window_ends_at <= now()
    returning count`.execute(currentTransaction());
  if (rows.length > 0) return 0;
  const row = await currentTransaction()
    .selectFrom('throttles')
    .select(sql<number>`greatest(1, ceil(extract(epoch from window_ends_at - now())))::int`.as('wait'))
    .where('key', '=', formatLaneKey(lane, key))
    .executeTakeFirst();
  return row?.wait ?? 1;
}

/** Thrown to undo turns already taken where another lane says to wait. */
class Waiting extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super('Another lane says to wait');
    this.seconds = seconds;
  }
}

/** A turn that was taken: its lane, and under what it is counted there. */
type SlowTurn = readonly [SlowLane, string];

/** Takes a turn in both slow lanes of an account. Throws what `refuse` makes of the seconds to wait; then neither was taken. */
export async function takeSlowTurns(
  account: string,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { tenancy }: Pick<Services, 'tenancy'>,
  refuse: (seconds: number) => AppError,
): Promise<readonly SlowTurn[]> {
  const turns = [
    ['account', account],
    ['place', `${account} ${toCountedAddress(ip)}`],
  ] as const;
  await tenancy
    .identity(async () => {
      for (const [lane, key] of turns) {
        const wait = await takeSlowTurn(lane, key);
        if (wait > 0) throw new Waiting(wait);
      }
    })
    .catch((error: unknown) => {
      throw error instanceof Waiting ? refuse(error.seconds) : error;
    });
  return turns;
}

/** Lets slow lanes start afresh: what was tried was right. In the open transaction. */
export async function resetSlowTurns(turns: readonly SlowTurn[]): Promise<void> {
  for (const [lane, key] of turns) await currentTransaction().deleteFrom('throttles').where('key', '=', formatLaneKey(lane, key)).execute();
}

/** Counts of a try to sign in: what it was counted under, so that a right password takes it back. */
interface PasswordTries {
  readonly counted: readonly RateLimitAttempt[];
  readonly slow: readonly SlowTurn[];
}

const refuse = (seconds: number) =>
  new AppError('too_many_requests', {
    retryAfter: seconds,
    message: `Too many sign-in attempts. Try again in ${formatWait(seconds)}, or reset your password.`,
  });

/** Counts a try before it is judged. Refuses (429, in words of ours) when there were too many. `userId` is null where there is no such account. */
export async function acquirePasswordAttempt(
  email: string,
  userId: number | null,
  request: FastifyRequest,
  services: Services,
  deviceName?: string,
): Promise<PasswordTries> {
  const { tenancy } = services;
  const address = toCountedAddress(request.ip);
  const count = async (counted: readonly RateLimitAttempt[]): Promise<PasswordTries> => {
    const wait = await tenancy.identity(() => countAttempts(counted));
    if (wait > 0) throw refuse(wait);
    return { counted, slow: [] };
  };
  const device = userId === null ? null : findKnownDevice(userId, request, services);
  if (device !== null) return count([{ allowance: 'signInDevice', whose: `${userId}.${device}` }]);
  const isKnownToken = userId !== null && deviceName !== undefined && (await tenancy.identity(() => hasSignedIn(userId, deviceName)));
  if (isKnownToken) return count([{ allowance: 'signInDevice', whose: `${userId}.${deviceName}` }]);
  const isKnown = userId !== null && (await tenancy.identity(() => isKnownAddress(userId, address)));
  const fromAddress: RateLimitAttempt = { allowance: 'signInAddress', whose: address };
  if (isKnown) return count([{ allowance: 'signInKnownAddress', whose: `${userId}.${address}` }, fromAddress]);
  const { counted } = await count([fromAddress]);
  return { counted, slow: await takeSlowTurns(email, request, services, refuse) };
}

/** A right password was no guess: what it was counted under starts afresh, an address gets its try back. In the open transaction. */
export async function resetPasswordAttempts({ counted, slow }: PasswordTries): Promise<void> {
  // Rows are locked in the order in which tries are counted, else two of one account could wait for one another.
  const inOrder = [...counted].sort((a, b) => a.allowance.localeCompare(b.allowance));
  for (const one of inOrder) await (one.allowance === 'signInAddress' ? resetAttempts(null, one) : resetAttempts(one));
  await resetSlowTurns(slow);
}
