/** Numbers on the marketplace. */
import { defineFeature } from '../../panes/feature.ts';

export const marketplace = defineFeature({
  panes: {
    marketplace: { title: 'Marketplace', permission: 'numbers.read', view: {} },
  },
  late: () => import('./late.ts'),
});
