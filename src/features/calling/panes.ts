/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const callingPanes = {
  live: {
    title: 'Live calls',
    permission: 'activity.read',
    Component: latePane(() => import('./LivePane.tsx').then((module) => module.LivePane)),
  },
} as const;
