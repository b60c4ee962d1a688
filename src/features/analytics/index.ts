/** The dashboard: key figures, charts, and reports as sentences. */
import { defineFeature } from '../../panes/feature.ts';

export const analytics = defineFeature({
  panes: { dashboard: { title: 'Dashboard', permission: 'analytics.read', view: {} } },
  late: () => import('./late.ts'),
});
