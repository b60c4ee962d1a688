/** Reports over the calls of pools: computed once, kept as they were. */
import { type Selectable, sql } from 'kysely';
import type { RouteBody } from '#contract/core/route.ts';
import type { DniReport, DniReportRow } from '#contract/dni/entities.ts';
import { dniLimits } from '#contract/dni/limits.ts';
import { dniMessages } from '#contract/dni/texts.ts';
import type { routes } from '#contract/index.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { assertOwnHost } from '../../http/authorize.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import { checkDays, findMoments, getCompanyZone } from '../../lists/dateRange.ts';
import type { Services } from '../../services.ts';
import { type CompanyAccess, companiesWithPermission, listCompanyAccess, listRestrictions } from '../companies/companyAccess.ts';
import type { DniTables } from './tables.ts';

type Body = RouteBody<typeof routes.dni.reportCalls>;

const maxRows = 1_000;
const maxDays = 366;

interface Scope {
  readonly scope: DniReport['scope'];
  readonly name: string;
  readonly companies: readonly CompanyAccess[];
}

/** The companies of a report. Refuses both scopes and none, a company other than the selected one, and an organization that is not its own. */
async function findScope(services: Services, { company, businessUnit }: Body, { authUser, membership }: Caller): Promise<Scope> {
  if ((company === undefined) === (businessUnit === undefined))
    throw new AppError('invalid', { field: 'company', message: 'Send either company or business_unit' });
  if (company !== undefined && company !== membership.companyId) throw new AppError('stale_company');
  const reach = companiesWithPermission(await services.tenancy.identityReading(() => listCompanyAccess(authUser)), 'dni.read').filter(
    ({ status }) => status === 'active',
  );
  const own = reach.find(({ id }) => id === membership.companyId);
  if (!own) throw new AppError('not_found');
  if (businessUnit === undefined) return { scope: 'company', name: own.name, companies: [own] };
  assertOwnHost(authUser);
  if (own.organizationId !== businessUnit) throw new AppError('invalid', { field: 'business_unit', message: 'This organization doesn’t own the company' });
  return { scope: 'businessUnit', name: own.organizationName ?? '', companies: reach.filter(({ organizationId }) => organizationId === businessUnit) };
}

interface Caller {
  readonly authUser: AuthUser;
  readonly membership: Membership;
}

/** Sums calls of pools by company, pool and source, and counts the visits beside them. */
async function sum({ companies }: Scope, days: Pick<Body, 'startDate' | 'endDate'>, zone: string): Promise<DniReportRow[]> {
  const { since, until } = await findMoments({ ...days, tz: zone });
  const ids = companies.map(({ id }) => id);
  const limited = listRestrictions(companies);
  const mayCount = (number: string) =>
    sql`(${sql.ref('company_id')} <> all (${limited.companies}::bigint[]) or ${sql.ref(number)} = any (${limited.numbers}::bigint[]))`;
  const { rows } = await sql<Omit<DniReportRow, 'companyName'> & { readonly poolName: string | null }>`
    with called as (
      select company_id, dni_pool_id as pool_id, coalesce(traffic_source, '') as source, count(*)::int as calls,
        (count(*) filter (where result = 'answered'))::int as answered, (count(*) filter (where result = 'missed'))::int as missed,
        (count(*) filter (where is_first_contact))::int as first_time, (count(*) filter (where is_lead))::int as leads, coalesce(sum(value), 0)::float8 as value
      from calls where company_id = any (${ids}::bigint[]) and dni_pool_id is not null and started_at >= ${since} and started_at < ${until} and ${mayCount('number_id')}
      group by 1, 2, 3
    ), visited as (
      select company_id, pool_id, source, count(*)::int as sessions, max(pool_name) as pool_name
      from dni_sessions where company_id = any (${ids}::bigint[]) and started_at >= ${since} and started_at < ${until} and (number_id is null or ${mayCount('number_id')})
      group by 1, 2, 3
    )
    select coalesce(c.company_id, v.company_id) as "companyId", coalesce(c.pool_id, v.pool_id) as "poolId", coalesce(p.name, v.pool_name) as "poolName",
      coalesce(c.source, v.source) as source, coalesce(v.sessions, 0) as sessions, coalesce(c.calls, 0) as calls, coalesce(c.answered, 0) as answered,
      coalesce(c.missed, 0) as missed, coalesce(c.first_time, 0) as "firstTime", coalesce(c.leads, 0) as leads, coalesce(c.value, 0) as value
    from called c full join visited v on v.company_id = c.company_id and v.pool_id = c.pool_id and v.source = c.source
    left join dni_pools p on p.id = coalesce(c.pool_id, v.pool_id)
    order by calls desc, sessions desc, source limit ${maxRows}`.execute(currentTransaction());
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  return rows.map((row) => {
    const company = Number(row.companyId);
    return {
      ...row,
      companyId: company,
      companyName: names.get(company) ?? '',
      poolId: row.poolId === null ? null : Number(row.poolId),
      poolName: row.poolName ?? 'Deleted pool',
    };
  });
}

const countNames = ['sessions', 'calls', 'answered', 'missed', 'firstTime', 'leads', 'value'] as const;

function toReport(row: Selectable<DniTables['dni_reports']> & { readonly author: string | null }): DniReport {
  const total = (name: (typeof countNames)[number]) => row.rows.reduce((sum, each) => sum + each[name], 0);
  return {
    id: row.id,
    scope: row.scope,
    scopeName: row.scope_name,
    startDate: row.start_date,
    endDate: row.end_date,
    timezone: row.timezone,
    createdBy: row.author,
    createdAt: row.created_at.toISOString(),
    totals: {
      sessions: total('sessions'),
      calls: total('calls'),
      answered: total('answered'),
      missed: total('missed'),
      firstTime: total('firstTime'),
      leads: total('leads'),
      value: total('value'),
    },
    rows: row.rows,
  };
}

const selectReports = () =>
  currentTransaction()
    .selectFrom('dni_reports')
    .leftJoin('users', 'users.id', 'dni_reports.created_by')
    .selectAll('dni_reports')
    .select(sql<string | null>`nullif(trim(users.first_name || ' ' || users.last_name), '')`.as('author'))
    .where('dni_reports.company_id', '=', companyId());

/** Makes a report and keeps it. Opens its own transactions: one reads the companies it is over, one writes it in the selected company. */
export async function reportCalls(services: Services, body: Body, caller: Caller): Promise<{ message: string; report: DniReport }> {
  const { startDate, endDate } = body;
  checkDays({ startDate, endDate });
  if ((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000 >= maxDays)
    throw new AppError('invalid', { field: 'endDate', message: `Choose ${maxDays} days or fewer` });
  const scope = await findScope(services, body, caller);
  const { userId } = caller.authUser;
  const own = caller.membership.companyId;
  const zone = await services.tenancy.companyReading([own], userId, getCompanyZone);
  const rows = await services.tenancy.companyReading(
    scope.companies.map(({ id }) => id),
    userId,
    () => sum(scope, { startDate, endDate }, zone),
  );
  return services.tenancy.company([own], userId, async () => {
    const { id } = await currentTransaction()
      .insertInto('dni_reports')
      .values({
        company_id: own,
        scope: scope.scope,
        scope_name: scope.name,
        start_date: startDate,
        end_date: endDate,
        timezone: zone,
        rows: JSON.stringify(rows),
        is_limited: scope.companies.some(({ numberIds }) => numberIds !== null),
        created_by: userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // As many as are listed, and no more.
    await currentTransaction()
      .deleteFrom('dni_reports')
      .where('company_id', '=', own)
      .where('id', 'not in', (eb) => eb.selectFrom('dni_reports').select('id').where('company_id', '=', own).orderBy('id', 'desc').limit(dniLimits.reports))
      .execute();
    return { message: dniMessages.reported, report: toReport(await selectReports().where('dni_reports.id', '=', id).executeTakeFirstOrThrow()) };
  });
}

/**
 * Reports of the company, the newest first. One over an organization, or by who works some numbers only, holds what others may not see: it is for who made it. At
 * the company's own host there is none over an organization.
 */
export async function listReports({ authUser, membership }: Caller): Promise<DniReport[]> {
  const rows = await selectReports()
    .where((eb) =>
      eb.or([
        eb('dni_reports.created_by', '=', authUser.userId),
        ...(membership.numberIds === null ? [eb.and([eb('dni_reports.scope', '=', 'company'), eb('dni_reports.is_limited', '=', false)])] : []),
      ]),
    )
    .$if(authUser.onlyCompanyId !== null, (query) => query.where('dni_reports.scope', '=', 'company'))
    .orderBy('dni_reports.id', 'desc')
    .limit(dniLimits.reports)
    .execute();
  return rows.map(toReport);
}
