/** Greetings: the list and the form. */
import { defineFeature } from '../../panes/feature.ts';

export const greetings = defineFeature({
  panes: {
    greetings: { title: 'Greetings', permission: 'numbers.read', view: {} },
  },
  late: () => import('./late.ts'),
});
