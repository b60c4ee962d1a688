/** Calls: their search, one of them, and what people say of them. */
import { defineFeature } from '../../panes/feature.ts';

export const calls = defineFeature({
  panes: {
    calls: {
      title: 'Calls',
      permission: 'activity.read',
    },
    call: {
      title: 'Call',
      path: '/call/:id',
      permission: 'activity.read',
    },
  },
  late: () => import('./late.ts'),
});
