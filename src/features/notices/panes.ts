/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const noticePanes = {
  notices: {
    title: 'Notices',
    Component: latePane(() => import('./NoticesPane.tsx').then((module) => module.NoticesPane)),
  },
} as const;
