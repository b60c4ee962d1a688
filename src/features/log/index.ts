/** The commands the person ran. */
import { defineFeature } from '../../panes/feature.ts';

export const log = defineFeature({
  panes: {
    log: {
      title: 'Command log',
      view: {},
    },
  },
  late: () => import('./late.ts'),
});
