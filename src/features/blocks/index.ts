/** Blocked callers. */
import { feature } from '../../panes/feature.ts';

export const blocks = feature({
  panes: {
    blocks: {
      title: 'Blocked callers',
      permission: 'blocks.read',
    },
  },
  late: () => import('./late.ts'),
});
