/** The companies of the person, and the settings of the open one. */
import { defineFeature } from '../../panes/feature.ts';

export const companies = defineFeature({
  panes: {
    companies: {
      title: 'Companies',
      view: {},
    },
    companyCreate: {
      title: 'New company',
      path: 'new-company',
      home: 'companies',
    },
  },
  late: () => import('./late.ts'),
});
