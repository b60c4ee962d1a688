/** Keyboard shortcuts: the list of all, and what runs where one is. */
import { feature } from '../../panes/feature.ts';

export const keyline = feature({
  panes: { help: { title: 'Keyboard shortcuts' }, keys: { title: 'Keys' } },
  late: () => import('./late.ts'),
});
