/** Preferences and shortcuts of the person. */
import { defineFeature } from '../../panes/feature.ts';

export const me = defineFeature({
  panes: {},
  late: () => import('./late.ts'),
});
