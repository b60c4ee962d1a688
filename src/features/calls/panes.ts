/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const callPanes = {
  calls: {
    kind: 'calls',
    title: 'Calls',
    icon: 'phone',
    path: '/calls',
    permission: 'activity.read',
    Component: latePane(() => import('./CallsPane.tsx').then((module) => module.CallsPane)),
  },
  call: {
    kind: 'call',
    title: 'Call',
    icon: 'phone-call',
    path: '/call/:id',
    permission: 'activity.read',
    Component: latePane(() => import('./CallPane.tsx').then((module) => module.CallPane)),
  },
} as const;
