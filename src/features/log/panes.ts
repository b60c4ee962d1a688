/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const logPanes = {
  log: {
    title: 'Command log',
    Component: latePane(() => import('./LogPane.tsx').then((module) => module.LogPane)),
  },
} as const;
