/** Everything that happened, in one list. */
import { feature } from '../../panes/feature.ts';

export const activity = feature({
  panes: {
    activity: {
      title: 'Activity',
      permission: 'activity.read',
    },
  },
  late: () => import('./late.ts'),
});
