/** Phones that the numbers ring. */
import { defineFeature } from '../../panes/feature.ts';

export const forwards = defineFeature({
  panes: {
    forwards: { title: 'Destinations', permission: 'numbers.read', view: {} },
  },
  late: () => import('./late.ts'),
});
