/** Calls that go on. */
import { defineFeature } from '../../panes/feature.ts';

export const calling = defineFeature({
  panes: {
    live: {
      title: 'Live calls',
      permission: 'activity.read',
      view: {},
    },
  },
  late: () => import('./late.ts'),
});
