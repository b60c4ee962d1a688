/** Signing in, sessions and who acts as whom. */
import { defineFeature } from '../../panes/feature.ts';

export const auth = defineFeature({
  panes: {},
  late: () => import('./late.ts'),
});
