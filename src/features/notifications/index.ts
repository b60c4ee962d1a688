/** Notifications: muted numbers, and what an arrival does: it is said, shown on the desktop, heard. */
import { defineFeature } from '../../panes/feature.ts';

export const notifications = defineFeature({
  panes: {},
  late: () => import('./late.ts'),
});
