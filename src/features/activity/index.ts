/** Everything that happened, in one list. */
import { defineFeature } from '../../panes/feature.ts';

export const activity = defineFeature({
  panes: {
    activity: {
      title: 'Activity',
      permission: 'activity.read',
      view: {
        beside: [
          ['conversation', 36],
          ['contact', 20],
        ],
      },
    },
  },
  late: () => import('./late.ts'),
});
