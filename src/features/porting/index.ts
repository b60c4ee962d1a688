/** Bringing numbers in: the list, the form and one request. */
import { defineFeature } from '../../panes/feature.ts';

export const porting = defineFeature({
  panes: {
    ports: { title: 'Port-in requests', permission: 'numbers.buy', view: {} },
    port: { title: 'Port-in request', home: 'ports', permission: 'numbers.buy' },
  },
  late: () => import('./late.ts'),
});
