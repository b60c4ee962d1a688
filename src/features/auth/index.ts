/** Signing in, sessions and who acts as whom. */
import { feature } from '../../panes/feature.ts';

export const auth = feature({
  panes: {},
  late: () => import('./late.ts'),
});
