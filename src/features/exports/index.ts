/** Exports and the notice of one that is finished. */
import { defineFeature } from '../../panes/feature.ts';

export const exports = defineFeature({
  panes: {},
  late: () => import('./late.ts'),
});
