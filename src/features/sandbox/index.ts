/** The world that the sandbox plays. */
import { defineFeature } from '../../panes/feature.ts';

export const sandbox = defineFeature({
  panes: {},
  late: () => import('./late.ts'),
});
