/** Buying numbers. */
import { feature } from '../../panes/feature.ts';

export const purchase = feature({
  panes: {
    purchase: {
      title: 'Buy numbers',
      path: '/buy',
      permission: 'numbers.buy',
    },
  },
  late: () => import('./late.ts'),
});
