/** Compares sizes of a pool by the visitor sessions it had: by Erlang B over the last days, and by a day that is replayed. */
import { type RawBuilder, sql } from 'kysely';
import type { RouteQuery } from '#contract/core/route.ts';
import type { PoolSizes } from '#contract/dni/entities.ts';
import { dniLimits } from '#contract/dni/limits.ts';
import type { routes } from '#contract/index.ts';
import { isDay } from '#contract/text/day.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import { findMoments, getCompanyZone } from '../../lists/dateRange.ts';
import type { Services } from '../../services.ts';
import { computeShareWithout, type Demand, findSize, type HourLoad, replay } from './poolSizes.ts';
import { readPool } from './pools.ts';

type Query = RouteQuery<typeof routes.dni.poolSizes>;

/** Shares of sessions without a number that a size is named for. */
const shares = [0.05, 0.01, 0.001] as const;
/** Sessions that are replayed. */
const maxReplayed = 100_000;
/** Hours before a replayed day whose sessions may still hold a number as it begins. */
const hoursBefore = 6;

interface Hour extends HourLoad {
  readonly at: Date;
  /** Day in the company's time zone. */
  readonly day: string;
}

/** A session needs its number until its last beat and the hold, whether it got one or not. */
const selectDemands = (poolId: number, since: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`
  select started_at as begun, last_seen_at + make_interval(mins => hold_minutes) as over
  from dni_sessions
  where company_id = ${companyId()} and pool_id = ${poolId} and started_at >= ${since} and started_at < ${until}`;

/** The hours of the last days in which the pool had sessions, or its numbers were held. */
async function listHours(poolId: number, zone: string, now: Date): Promise<Hour[]> {
  const since = new Date(now.getTime() - dniLimits.sizeDays * 86_400_000);
  const { rows } = await sql<Hour>`
    with demands as (${selectDemands(poolId, sql`${since}::timestamptz`, sql`${now}::timestamptz`)})
    select hour as at, to_char(hour at time zone ${zone}, 'YYYY-MM-DD') as day,
      (count(*) filter (where begun >= hour))::int as sessions,
      (sum(extract(epoch from least(over, hour + interval '1 hour') - greatest(begun, hour))) / 3600)::float8 as "inUse"
    from demands cross join lateral generate_series(date_trunc('hour', begun), over, interval '1 hour') hour
    group by hour order by hour`.execute(currentTransaction());
  return rows;
}

/** Sessions of a day, and those before it that may still hold a number; refuses a day with more of them than are replayed. */
async function listDemands(poolId: number, day: string, zone: string): Promise<Demand[]> {
  const { since, until } = await findMoments({ startDate: day, endDate: day, tz: zone });
  const { rows } = await sql<Demand>`
    with demands as (${selectDemands(poolId, sql`${since} - make_interval(hours => ${hoursBefore}::int)`, until)})
    select extract(epoch from begun)::float8 as from, extract(epoch from over)::float8 as until, begun >= ${since} as "isCounted"
    from demands order by begun limit ${maxReplayed + 1}`.execute(currentTransaction());
  if (rows.length > maxReplayed)
    throw new AppError('invalid', { field: 'day', message: 'This day has too many visitor sessions to replay. Choose another one.' });
  return rows;
}

/** The day with the most sessions, the newest of equal ones; null without any. */
function findBusiestDay(hours: readonly Hour[]): string | null {
  const counts = new Map<string, number>();
  for (const { day, sessions } of hours) counts.set(day, (counts.get(day) ?? 0) + sessions);
  let best: { readonly day: string; readonly count: number } | null = null;
  for (const [day, count] of counts) if (count > 0 && count >= (best?.count ?? 0)) best = { day, count };
  return best?.day ?? null;
}

/** US dollars a month for a local number; null where the carrier tells no prices. */
const findPrice = (services: Services): Promise<number | null> =>
  services.carrier.numbers.prices().then(
    ({ local }) => local,
    () => null,
  );

/** Compares the size a pool has with the sizes for which 5 %, 1 % and 0.1 % of sessions find no number free, and with one that is asked for. */
export async function compareSizes(
  services: Services,
  { poolId, day, numbers }: { readonly poolId: number } & Query,
  { authUser, membership }: { readonly authUser: AuthUser; readonly membership: Membership },
  now = new Date(),
): Promise<PoolSizes> {
  if (day !== undefined && !isDay(day)) throw new AppError('invalid', { field: 'day', message: 'Use a date like 2026-03-05' });
  const price = await findPrice(services);
  return services.tenancy.companyReading([membership.companyId], authUser.userId, async () => {
    await readPool(poolId);
    const zone = await getCompanyZone();
    const { count } = await currentTransaction()
      .selectFrom('phone_numbers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('company_id', '=', companyId())
      .where('pool_id', '=', poolId)
      .where('status', '<>', 2)
      .executeTakeFirstOrThrow();
    const current = Number(count);
    const hours = await listHours(poolId, zone, now);
    const replayed = day ?? findBusiestDay(hours);
    const demands = replayed === null ? [] : await listDemands(poolId, replayed, zone);
    const sessions = hours.reduce((sum, hour) => sum + hour.sessions, 0);
    const enough = sessions === 0 ? [] : shares.flatMap((share) => findSize(hours, share, dniLimits.numbers) ?? []);
    const sizes = [...new Set([current, ...(numbers === undefined ? [] : [numbers]), ...enough])].sort((a, b) => a - b);
    const [busiest] = [...hours].sort((a, b) => b.inUse - a.inUse);
    return {
      poolId,
      timezone: zone,
      days: dniLimits.sizeDays,
      sessions,
      busiest: busiest ? { at: busiest.at.toISOString(), inUse: busiest.inUse } : null,
      replay: replayed === null ? null : { day: replayed, sessions: demands.filter(({ isCounted }) => isCounted).length },
      data: sizes.map((size) => ({
        numbers: size,
        without: computeShareWithout(size, hours),
        replayed: replay(demands, size),
        extraCost: price === null ? null : Math.round((size - current) * price * 100) / 100,
        isCurrent: size === current,
      })),
    };
  });
}
