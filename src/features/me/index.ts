/** Preferences and shortcuts of the person. */
import { feature } from '../../panes/feature.ts';

export const me = feature({
  panes: {},
  late: () => import('./late.ts'),
});
