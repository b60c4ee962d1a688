/** The audit log of the company. */
import { defineFeature } from '../../panes/feature.ts';

export const audit = defineFeature({
  panes: { audit: { title: 'Audit log', permission: 'audit.read', view: {} } },
  late: () => import('./late.ts'),
});
