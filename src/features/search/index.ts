/** Searches over all areas. */
import { feature } from '../../panes/feature.ts';

export const search = feature({
  panes: {},
  late: () => import('./late.ts'),
});
