/** Updating custom fields in bulk: a template, the edited file, what it changes, and applying it. */
import { defineFeature } from '../../panes/feature.ts';

export const bulkAttributes = defineFeature({
  panes: {
    bulkAttributes: { title: 'Bulk attribute update', path: 'bulk-attributes', permission: 'attributes.bulk', view: {} },
  },
  late: () => import('./late.ts'),
});
