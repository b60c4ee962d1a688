/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const routingPanes = {
  routing: {
    title: 'Routing',
    path: '/routing/:id',
    permission: 'numbers.read',
    Component: latePane(() => import('./RoutingPane.tsx').then((module) => module.RoutingPane)),
  },
  simulator: {
    title: 'Who rings?',
    path: '/simulator/:id',
    permission: 'numbers.read',
    Component: latePane(() => import('./SimulatorPane.tsx').then((module) => module.SimulatorPane)),
  },
} as const;
