/** Searches over all areas. */
import { defineFeature } from '../../panes/feature.ts';

export const search = defineFeature({
  panes: {},
  late: () => import('./late.ts'),
});
