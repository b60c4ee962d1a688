/** Phones that the numbers ring. */
import { feature } from '../../panes/feature.ts';

export const forwards = feature({
  panes: {
    forwards: { title: 'Destinations', permission: 'numbers.read' },
  },
  late: () => import('./late.ts'),
});
