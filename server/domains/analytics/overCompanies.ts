/**
 * Reports over several companies (AMB-92 `companies`, `businessUnits`). Each company is read in a transaction of its own, by the rights the person has there
 * and in its own days; then the sums are added. Companies whose reports the person may not see are left out without a word.
 */
import type { CallKpi, CallReportRow, DashboardBucket } from '#contract/analytics/entities.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { companiesWithPermission, listCompanyAccess } from '../companies/companyAccess.ts';
import type { ReportFilter } from './filter.ts';
import type { Reader } from './readSums.ts';
import { addSums } from './sums.ts';

/** The person who asks, in the open company. */
interface ReportCaller {
  readonly authUser: AuthUser;
  readonly membership: Membership;
  readonly services: Services;
}

type Named = Pick<ReportFilter, 'companies' | 'businessUnits'>;

/** True where companies or organizations are named. */
const namesCompanies = ({ companies = [], businessUnits = [] }: Named): boolean => companies.length > 0 || businessUnits.length > 0;

/** True where others than the open company are named, or may be. */
export const namesOthers = ({ companyId }: Pick<Membership, 'companyId'>, { companies = [], businessUnits = [] }: Named): boolean =>
  businessUnits.length > 0 || companies.some((id) => id !== companyId);

/** The person in each company that a filter names, those of an organization too; in the open one without numbers where none is theirs to see. */
async function findReaders({ authUser, membership, services }: ReportCaller, { companies = [], businessUnits = [] }: Named): Promise<readonly Reader[]> {
  const reach = companiesWithPermission(await services.tenancy.identityReading(() => listCompanyAccess(authUser)), 'analytics.read').filter(
    ({ id, organizationId, status }) =>
      status === 'active' &&
      (companies.length === 0 || companies.includes(id)) &&
      (businessUnits.length === 0 || (organizationId !== null && businessUnits.includes(organizationId))),
  );
  if (reach.length === 0) return [{ companyId: membership.companyId, numberIds: [] }];
  const readers = reach.map(({ id, numberIds }) => ({ companyId: id, numberIds }));
  // Days and time zone of the whole are those of the open company where it is among them.
  return readers.sort((one, other) => Number(other.companyId === membership.companyId) - Number(one.companyId === membership.companyId));
}

/** Reads something of each company that the query names, or of the open one alone. Opens the transactions itself. */
export async function readEach<Q extends Named, T>(
  caller: ReportCaller,
  query: Q,
  read: (reader: Reader, query: Q) => Promise<T>,
): Promise<readonly [T, ...T[]]> {
  const { authUser, membership, services } = caller;
  const readOne = (reader: Reader, asked: Q) => services.tenancy.companyReading([reader.companyId], authUser.userId, () => read(reader, asked));
  if (!namesCompanies(query)) return [await readOne(membership, query)];
  const [first, ...others] = await findReaders(caller, query);
  if (first === undefined) throw new Error('A report of no company');
  const asked = { ...query, companies: undefined, businessUnits: undefined };
  const replies: [T, ...T[]] = [await readOne(first, asked)];
  for (const reader of others) replies.push(await readOne(reader, asked));
  return replies;
}

/** Adds the series of companies, bucket by bucket. */
export function addSeries(series: readonly (readonly DashboardBucket[])[]): DashboardBucket[] {
  const added = new Map<string, DashboardBucket>();
  for (const each of series.flat()) {
    const before = added.get(each.bucket);
    const sums = before?.sums && each.sums ? addSums(before.sums, each.sums) : (before?.sums ?? each.sums);
    added.set(each.bucket, {
      bucket: each.bucket,
      total: each.total + (before?.total ?? 0),
      inbound: each.inbound + (before?.inbound ?? 0),
      outbound: each.outbound + (before?.outbound ?? 0),
      ...(sums === undefined ? {} : { sums }),
    });
  }
  return [...added.values()].sort((one, other) => (one.bucket < other.bucket ? -1 : 1));
}

/** Adds the key figures of companies; the ranges are those of the first. */
export function addKpis([first, ...others]: readonly [CallKpi, ...CallKpi[]]): CallKpi {
  const all = { ...first };
  for (const { current, previous } of others) {
    all.current = addSums(all.current, current);
    all.previous = all.previous && previous ? addSums(all.previous, previous) : (all.previous ?? previous);
  }
  return all;
}

const keyOf = ({ number, tag, answeredBy, trafficSource, dniPool, geo, day, hour }: CallReportRow): string =>
  JSON.stringify([number?.id, tag?.id, answeredBy, trafficSource, dniPool, geo, day, hour].map((key) => (key === undefined ? '' : key)));

/** Adds the rows of companies that have the same in common. The order is that of the first company; rows of other companies follow. */
export function addRows(reports: readonly (readonly CallReportRow[])[]): CallReportRow[] {
  const added = new Map<string, CallReportRow>();
  for (const row of reports.flat()) {
    const key = keyOf(row);
    const before = added.get(key);
    added.set(key, before === undefined ? row : addSums(before, row));
  }
  return [...added.values()];
}
