/** The numbers of a company: the list and one of them. */
import { defineFeature } from '../../panes/feature.ts';

export const numbers = defineFeature({
  panes: {
    numbers: {
      title: 'Numbers',
      path: '/numbers/:id',
      permission: 'numbers.read',
    },
    number: {
      title: 'Number',
      path: '/number/:id',
      permission: 'numbers.read',
    },
  },
  late: () => import('./late.ts'),
});
