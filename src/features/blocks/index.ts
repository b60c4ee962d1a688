/** Blocked callers. */
import { defineFeature } from '../../panes/feature.ts';

export const blocks = defineFeature({
  panes: {
    blocks: {
      title: 'Blocked callers',
      permission: 'blocks.read',
      view: {},
    },
  },
  late: () => import('./late.ts'),
});
