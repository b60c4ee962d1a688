/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const logPanes = {
  log: {
    kind: 'log',
    title: 'Command log',
    icon: 'history',
    path: '/log',
    Component: latePane(() => import('./LogPane.tsx').then((module) => module.LogPane)),
  },
} as const;
