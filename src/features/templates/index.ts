/** Number templates. */
import { defineFeature } from '../../panes/feature.ts';

export const templates = defineFeature({
  panes: {
    templates: { title: 'Number templates', permission: 'numbers.read', view: {} },
  },
  late: () => import('./late.ts'),
});
