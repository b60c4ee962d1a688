/** Asking support. */
import { defineFeature } from '../../panes/feature.ts';

export const support = defineFeature({
  panes: { support: { title: 'Support', permission: 'support.write', view: {} } },
  late: () => import('./late.ts'),
});
