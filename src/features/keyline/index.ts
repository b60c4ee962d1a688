/** Keyboard shortcuts: the list of all, and what runs where one is. */
import { defineFeature } from '../../panes/feature.ts';

export const keyline = defineFeature({
  panes: { help: { title: 'Keyboard shortcuts' }, keys: { title: 'Keys' } },
  late: () => import('./late.ts'),
});
