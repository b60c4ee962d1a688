/** Numbers on the marketplace. */
import { feature } from '../../panes/feature.ts';

export const marketplace = feature({
  panes: {
    marketplace: { title: 'Marketplace', permission: 'numbers.read' },
  },
  late: () => import('./late.ts'),
});
