/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const activityPanes = {
  activity: {
    title: 'Activity',
    permission: 'activity.read',
    Component: latePane(() => import('./ActivityPane.tsx').then((module) => module.ActivityPane)),
  },
} as const;
