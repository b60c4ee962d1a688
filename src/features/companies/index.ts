/** The companies of the person, and the settings of the open one. */
import { defineFeature } from '../../panes/feature.ts';

export const companies = defineFeature({
  panes: {
    companies: {
      title: 'Companies',
      view: {},
    },
  },
  late: () => import('./late.ts'),
});
