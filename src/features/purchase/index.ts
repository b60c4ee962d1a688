/** Buying numbers. */
import { defineFeature } from '../../panes/feature.ts';

export const purchase = defineFeature({
  panes: {
    purchase: {
      title: 'Buy numbers',
      path: 'buy',
      home: 'numbers',
      permission: 'numbers.buy',
    },
  },
  late: () => import('./late.ts'),
});
