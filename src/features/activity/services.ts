/** The activity list as commands reach it. */
import type { ActivityServices } from '#commands/activity/types.ts';
import { type ServiceDeps, updateFilter } from '../../panes/index.ts';
import { activityViews } from './data.ts';
import { computeFirstDay } from './days.ts';

/** Commands over the activity list, as the app provides them. */
export function createActivityServices({ app, workspace }: ServiceDeps): ActivityServices {
  const filter: ActivityServices['filter'] = (changes) => {
    const companyId = app.get().companyId;
    activityViews.set(companyId, updateFilter(activityViews.get(companyId), changes));
    workspace.open('activity');
  };
  return {
    filter,
    toggle: (type) => {
      const types = activityViews.get(app.get().companyId).types ?? [];
      const next = types.includes(type) ? types.filter((other) => other !== type) : [...types, type];
      filter({ types: next.length > 0 ? next : undefined });
    },
    since: (days) =>
      filter({ startDate: days === null ? undefined : computeFirstDay(days, Date.now(), app.get().company?.timezone ?? 'UTC'), endDate: undefined }),
  };
}
