/** Keyboard shortcuts: the list of all. */
import { defineFeature } from '../../panes/feature.ts';

export const keyline = defineFeature({
  panes: { keys: { title: 'Keys' } },
  late: () => import('./late.tsx'),
});
