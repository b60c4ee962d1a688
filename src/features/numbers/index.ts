/** The numbers of a company: the list and one of them. */
import { defineFeature } from '../../panes/feature.ts';

export const numbers = defineFeature({
  panes: {
    numbers: {
      title: 'Numbers',
      permission: 'numbers.read',
      view: { leads: 'number', beside: [['routing', 42]] },
    },
    number: {
      title: 'Number',
      home: 'numbers',
      permission: 'numbers.read',
    },
  },
  late: () => import('./late.ts'),
});
