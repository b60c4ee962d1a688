/** Calls: their search, one of them, and what people say of them. */
import { defineFeature } from '../../panes/feature.ts';

export const calls = defineFeature({
  panes: {
    calls: {
      title: 'Calls',
      permission: 'activity.read',
      view: {
        leads: 'call',
        beside: [
          ['call', 33],
          ['conversation', 27],
        ],
      },
    },
    call: {
      title: 'Call',
      permission: 'activity.read',
    },
  },
  late: () => import('./late.ts'),
});
