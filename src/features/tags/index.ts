/** Tags and custom fields. */
import { defineFeature } from '../../panes/feature.ts';

export const tags = defineFeature({
  panes: {
    tags: {
      title: 'Tags',
      permission: 'numbers.read',
      view: {},
    },
    customFields: {
      title: 'Custom fields',
      path: 'custom-fields',
      permission: 'numbers.read',
      view: {},
    },
  },
  late: () => import('./late.ts'),
});
