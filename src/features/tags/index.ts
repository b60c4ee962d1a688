/** Tags and custom fields. */
import { defineFeature } from '../../panes/feature.ts';

export const tags = defineFeature({
  panes: {
    tags: {
      title: 'Tags',
      permission: 'numbers.read',
    },
    customFields: {
      title: 'Custom fields',
      path: '/custom-fields',
      permission: 'numbers.read',
    },
  },
  late: () => import('./late.ts'),
});
