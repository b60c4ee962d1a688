/** Exports and the notice of one that is finished. */
import { feature } from '../../panes/feature.ts';

export const exports = feature({
  panes: {},
  late: () => import('./late.ts'),
});
