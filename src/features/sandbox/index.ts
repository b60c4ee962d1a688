/** The world that the sandbox plays. */
import { feature } from '../../panes/feature.ts';

export const sandbox = feature({
  panes: {},
  late: () => import('./late.ts'),
});
