/** Looking up callers. */
import { feature } from '../../panes/feature.ts';

export const lookups = feature({
  panes: {},
  late: () => import('./late.ts'),
});
