/** Greetings: the list and the form. */
import { defineFeature } from '../../panes/feature.ts';

export const greetings = defineFeature({
  panes: {
    greetings: { title: 'Greetings', permission: 'numbers.read' },
  },
  late: () => import('./late.ts'),
});
