/** Schedules in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { ScheduleOwner } from '#commands/schedule/types.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** The company's schedule, or the person's own in it. */
export const createScheduleQuery = (app: App, companyId: number, whose: ScheduleOwner) =>
  queryOptions({
    queryKey: keys.of(companyId, 'schedule', whose),
    queryFn: ({ signal }) => app.api.call('schedule.get', { companyId, query: { user: whose === 'mine' }, signal }),
  });
