/** Feature of call routing: the editor and the simulator. */
import { defineFeature } from '../../panes/feature.ts';

export const routing = defineFeature({
  panes: {
    routing: {
      title: 'Routing',
      permission: 'numbers.read',
    },
    simulator: {
      title: 'Routing simulator',
      home: 'numbers',
      permission: 'numbers.read',
    },
    template: {
      title: 'Number template',
      home: 'templates',
      permission: 'numbers.read',
    },
  },
  late: () => import('./late.ts'),
});
