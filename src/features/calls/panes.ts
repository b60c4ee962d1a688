/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const callPanes = {
  calls: {
    title: 'Calls',
    permission: 'activity.read',
    Component: latePane(() => import('./CallsPane.tsx').then((module) => module.CallsPane)),
  },
  call: {
    title: 'Call',
    path: '/call/:id',
    permission: 'activity.read',
    Component: latePane(() => import('./CallPane.tsx').then((module) => module.CallPane)),
  },
} as const;
