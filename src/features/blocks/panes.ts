/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const blockPanes = {
  blocks: {
    title: 'Blocked callers',
    permission: 'blocks.read',
    Component: latePane(() => import('./BlocksPane.tsx').then((module) => module.BlocksPane)),
  },
} as const;
