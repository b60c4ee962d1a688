/** Saved views of lists. */
import { defineFeature } from '../../panes/feature.ts';

export const savedViews = defineFeature({
  panes: {},
  late: () => import('./late.ts'),
});
