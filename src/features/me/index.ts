/** Preferences and shortcuts of the person, and the list of all settings. */
import { defineFeature } from '../../panes/feature.ts';

export const me = defineFeature({
  panes: {
    settings: { title: 'Settings', view: {} },
  },
  late: () => import('./late.ts'),
});
