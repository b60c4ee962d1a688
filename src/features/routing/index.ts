/** Feature of call routing: the editor and the simulator. */
import { defineFeature } from '../../panes/feature.ts';

export const routing = defineFeature({
  panes: {
    routing: {
      title: 'Routing',
      path: '/routing/:id',
      permission: 'numbers.read',
    },
    simulator: {
      title: 'Routing simulator',
      path: '/simulator/:id',
      permission: 'numbers.read',
    },
    template: {
      title: 'Number template',
      path: '/templates/:id',
      permission: 'numbers.read',
    },
  },
  late: () => import('./late.ts'),
});
