/** When people are reached. */
import { defineFeature } from '../../panes/feature.ts';

export const schedule = defineFeature({
  panes: {
    schedule: { title: 'Schedule', permission: 'company.read' },
  },
  late: () => import('./late.ts'),
});
