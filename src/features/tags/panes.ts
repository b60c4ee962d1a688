/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const tagPanes = {
  tags: {
    title: 'Tags',
    permission: 'numbers.read',
    Component: latePane(() => import('./TagsPane.tsx').then((module) => module.TagsPane)),
  },
  customFields: {
    title: 'Custom fields',
    path: '/custom-fields',
    permission: 'numbers.read',
    Component: latePane(() => import('./CustomFieldsPane.tsx').then((module) => module.CustomFieldsPane)),
  },
} as const;
