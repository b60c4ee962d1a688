/** Looking up callers. */
import { defineFeature } from '../../panes/feature.ts';

export const lookups = defineFeature({
  panes: {},
  late: () => import('./late.ts'),
});
