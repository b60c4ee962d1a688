/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const callingPanes = {
  live: {
    kind: 'live',
    title: 'Live calls',
    icon: 'phone-call',
    path: '/live',
    permission: 'activity.read',
    Component: latePane(() => import('./LivePane.tsx').then((module) => module.LivePane)),
  },
} as const;
