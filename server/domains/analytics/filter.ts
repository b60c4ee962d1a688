/** Filters of reports as the search of calls knows them (AMB-92, AMB-93). */
import type { CallFilter } from '#contract/calls/filters.ts';
import type { RouteQuery } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { Period } from './period.ts';

/** Filters of a report, of the dashboard or of the key figures. */
export type ReportFilter = Partial<Omit<RouteQuery<typeof routes.analytics.kpi>, 'currentRange' | 'previousRange' | 'tz'>>;

/** The filters of a query without what else it says. */
export function pickFilter(query: ReportFilter): ReportFilter {
  const { number_ids, tagIds, companies, businessUnits, answerStatus, minDuration, isFirstContact, answered_by, departments, outcomes } = query;
  const { isQualified, isLead, geo, attributionModel, trafficSource, dniPools, q, speaker, callers, qualification, maxDuration, caller } = query;
  const { isInbound, isAppointment, deviceType, hour, weekday, isTagged, hasAgent } = query;
  return {
    ...{ number_ids, tagIds, companies, businessUnits, answerStatus, minDuration, isFirstContact, answered_by, departments, outcomes },
    ...{ isQualified, isLead, geo, attributionModel, trafficSource, dniPools, q, speaker, callers, qualification, maxDuration, caller },
    ...{ isInbound, isAppointment, deviceType, hour, weekday, isTagged, hasAgent },
  };
}

/** True where nothing is asked of each call: numbers alone, or the attribution that sums are kept by. */
export const asksOfNoCall = ({ number_ids: _numbers, attributionModel, callers, answerStatus, ...rest }: ReportFilter): boolean =>
  attributionModel !== 'firstTouch' &&
  (callers === undefined || callers === 'all') &&
  (answerStatus === undefined || answerStatus.includes('all')) &&
  Object.values(rest).every((asked) => asked === undefined);

/** The filter of the calls of a period. `isQualified` and the first source are left: the search has no such filters. */
export const toCallFilter = (filter: ReportFilter, { start, end, zone }: Period): CallFilter => {
  const { number_ids, tagIds, isFirstContact, isQualified: _qualified, attributionModel, trafficSource, ...same } = filter;
  const source = attributionModel === 'firstTouch' || trafficSource === undefined ? {} : { trafficSource };
  return { ...same, ...source, numbers: number_ids, tag_ids: tagIds, is_first_contact: isFirstContact, startDate: start, endDate: end, tz: zone };
};
