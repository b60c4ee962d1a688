/** Asking support. */
import { defineFeature } from '../../panes/feature.ts';

export const support = defineFeature({
  panes: { support: { title: 'Support', view: {} } },
  late: () => import('./late.ts'),
});
