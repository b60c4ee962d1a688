/** When people are reached. */
import { defineFeature } from '../../panes/feature.ts';

export const schedule = defineFeature({
  panes: {
    schedule: { title: 'Schedule', permission: 'company.read', view: {} },
  },
  late: () => import('./late.ts'),
});
