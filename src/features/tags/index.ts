/** Tags and custom fields. */
import { feature } from '../../panes/feature.ts';

export const tags = feature({
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
