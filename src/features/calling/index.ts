/** Calls that go on. */
import { feature } from '../../panes/feature.ts';

export const calling = feature({
  panes: {
    live: {
      title: 'Live calls',
      permission: 'activity.read',
    },
  },
  late: () => import('./late.ts'),
});
