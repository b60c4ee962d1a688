/** Notices, and what they offer. */
import { defineFeature } from '../../panes/feature.ts';

export const notices = defineFeature({
  panes: {
    notices: {
      title: 'Notices',
    },
  },
  late: () => import('./late.ts'),
});
