/** Sums of the calls of several companies: those whose reports a person may see, and of these the numbers they work. */
import { sql } from 'kysely';
import type { CallSums, CompanySums } from '#contract/analytics/entities.ts';
import type { RouteQuery, RouteReply } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { addDays } from '#contract/text/time.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import type { AuthUser } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { type CompanyAccess, companiesWithPermission, listCompanyAccess, listRestrictions } from '../companies/companyAccess.ts';
import { type Comparison, type Period, resolveComparison } from './period.ts';
import { addedSums, addSums, countedSums, emptySums, pickSums } from './sums.ts';

type Query = RouteQuery<typeof routes.analytics.companies>;
type SumsByCompany = ReadonlyMap<number, CallSums>;

/** Companies of one time zone, and their two ranges. */
interface ZoneGroup {
  readonly companies: readonly CompanyAccess[];
  readonly comparison: Comparison;
}

const listIds = (companies: readonly CompanyAccess[]) => companies.map(({ id }) => id);

/** True for rows of the companies that the person may count: where they work some numbers, rows of these alone. */
function mayCount(table: 'call_days' | 'calls', companies: readonly CompanyAccess[]) {
  const limited = listRestrictions(companies);
  const [company, number] = [sql.ref(`${table}.company_id`), sql.ref(`${table}.number_id`)];
  return sql<boolean>`(${company} = any (${listIds(companies)}::bigint[])
    and (${company} <> all (${limited.companies}::bigint[]) or ${number} = any (${limited.numbers}::bigint[])))`;
}

/** Whole days, from what is kept. */
const sumDays = (companies: readonly CompanyAccess[], start: string, end: string) =>
  currentTransaction()
    .selectFrom('call_days')
    .where(mayCount('call_days', companies))
    .where('call_days.day', '>=', start)
    .where('call_days.day', '<=', end)
    .select(['call_days.company_id', ...addedSums('call_days')])
    .groupBy('call_days.company_id')
    .execute();

/** A day up to a clock time, from the calls themselves. */
const sumPartOfDay = (companies: readonly CompanyAccess[], until: string, zone: string) =>
  currentTransaction()
    .selectFrom('calls')
    .where(mayCount('calls', companies))
    .where(sql<boolean>`calls.started_at >= ${until.slice(0, 10)}::date::timestamp at time zone ${zone}`)
    .where(sql<boolean>`calls.started_at < ${until}::timestamp at time zone ${zone}`)
    .select(['calls.company_id', ...countedSums])
    .groupBy('calls.company_id')
    .execute();

async function sumPeriod(companies: readonly CompanyAccess[], { start, end, until, zone }: Period): Promise<SumsByCompany> {
  const last = until === null ? end : addDays(until.slice(0, 10), -1);
  const rows = [...(last < start ? [] : await sumDays(companies, start, last)), ...(until === null ? [] : await sumPartOfDay(companies, until, zone))];
  const sums = new Map<number, CallSums>();
  for (const row of rows) sums.set(row.company_id, addSums(sums.get(row.company_id) ?? emptySums, row));
  return sums;
}

async function sumGroup({ companies, comparison: { current, previous } }: ZoneGroup): Promise<CompanySums[]> {
  const now = await sumPeriod(companies, current);
  const before = previous === null ? null : await sumPeriod(companies, previous);
  return companies.map(({ id, name, slug, timezone }) => ({
    companyId: id,
    companyName: name,
    companySlug: slug,
    timezone,
    current: pickSums(now.get(id) ?? emptySums),
    previous: before && pickSums(before.get(id) ?? emptySums),
    comparedUntil: previous?.until ?? null,
  }));
}

/** Sums two ranges of all companies whose reports the person may see, by name; of the named organizations alone where some are named. Opens its own transactions. */
export async function sumCompanies(
  services: Services,
  authUser: Pick<AuthUser, 'userId' | 'onlyCompanyId'>,
  { businessUnits, ...ranges }: Query,
  now = new Date(),
): Promise<RouteReply<typeof routes.analytics.companies>> {
  const reach = companiesWithPermission(await services.tenancy.identityReading(() => listCompanyAccess(authUser)), 'analytics.read').filter(
    ({ status, organizationId }) => status === 'active' && (businessUnits === undefined || (organizationId !== null && businessUnits.includes(organizationId))),
  );
  const groups = [...Map.groupBy(reach, ({ timezone }) => timezone)].map(
    ([zone, companies]): ZoneGroup => ({ companies, comparison: resolveComparison({ zone, isOwnZone: true }, ranges, now) }),
  );
  const data: CompanySums[] = [];
  if (groups.length > 0)
    await services.tenancy.companyReading(listIds(reach), authUser.userId, async () => {
      for (const group of groups) data.push(...(await sumGroup(group)));
    });
  data.sort((one, other) => one.companyName.localeCompare(other.companyName) || one.companyId - other.companyId);
  const add = (sums: readonly CallSums[]) => sums.reduce((sum, each) => addSums(sum, each), emptySums);
  return {
    data,
    meta: {
      total: data.length,
      current: add(data.map(({ current }) => current)),
      previous: ranges.previousRange === undefined ? null : add(data.flatMap(({ previous }) => previous ?? [])),
    },
  };
}
