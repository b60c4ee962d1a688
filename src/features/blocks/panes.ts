/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const blockPanes = {
  blocks: {
    kind: 'blocks',
    title: 'Blocked callers',
    icon: 'ban',
    path: '/blocks',
    permission: 'blocks.read',
    Component: latePane(() => import('./BlocksPane.tsx').then((module) => module.BlocksPane)),
  },
} as const;
