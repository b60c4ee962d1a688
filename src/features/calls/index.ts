/** Calls: their search, one of them, and what people say of them. */
import { feature } from '../../panes/feature.ts';

export const calls = feature({
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
