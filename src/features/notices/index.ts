/** Notices, and what they offer. */
import { feature } from '../../panes/feature.ts';

export const notices = feature({
  panes: {
    notices: {
      title: 'Notices',
    },
  },
  late: () => import('./late.ts'),
});
