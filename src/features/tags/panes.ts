/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const tagPanes = {
  tags: {
    kind: 'tags',
    title: 'Tags',
    icon: 'tags',
    path: '/tags',
    permission: 'numbers.read',
    Component: latePane(() => import('./TagsPane.tsx').then((module) => module.TagsPane)),
  },
  customFields: {
    kind: 'customFields',
    title: 'Custom fields',
    icon: 'rows',
    path: '/custom-fields',
    permission: 'numbers.read',
    Component: latePane(() => import('./CustomFieldsPane.tsx').then((module) => module.CustomFieldsPane)),
  },
} as const;
