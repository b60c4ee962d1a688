/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const routingPanes = {
  routing: {
    kind: 'routing',
    title: 'Routing',
    icon: 'phone-forwarded',
    path: '/routing/:id',
    permission: 'numbers.read',
    Component: latePane(() => import('./RoutingPane.tsx').then((module) => module.RoutingPane)),
  },
  simulator: {
    kind: 'simulator',
    title: 'Who rings?',
    icon: 'zap',
    path: '/simulator/:id',
    permission: 'numbers.read',
    Component: latePane(() => import('./SimulatorPane.tsx').then((module) => module.SimulatorPane)),
  },
} as const;
