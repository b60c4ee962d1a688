/** Greetings: the list and the form. */
import { feature } from '../../panes/feature.ts';

export const greetings = feature({
  panes: {
    greetings: { title: 'Greetings', permission: 'numbers.read' },
  },
  late: () => import('./late.ts'),
});
