/** The commands the person ran. */
import { feature } from '../../panes/feature.ts';

export const log = feature({
  panes: {
    log: {
      title: 'Command log',
    },
  },
  late: () => import('./late.ts'),
});
