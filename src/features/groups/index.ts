/** Groups and labels of contacts. */
import { defineFeature } from '../../panes/feature.ts';

export const groups = defineFeature({
  panes: {
    groups: {
      title: 'Groups',
      permission: 'contacts.read',
      view: {},
    },
    contactLabels: {
      title: 'Labels',
      path: 'labels',
      permission: 'contacts.read',
      view: {},
    },
  },
  late: () => import('./late.ts'),
});
