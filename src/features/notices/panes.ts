/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const noticePanes = {
  notices: {
    kind: 'notices',
    title: 'Notices',
    icon: 'bell',
    path: '/notices',
    Component: latePane(() => import('./NoticesPane.tsx').then((module) => module.NoticesPane)),
  },
} as const;
