/** Number templates. */
import { feature } from '../../panes/feature.ts';

export const templates = feature({
  panes: {
    templates: { title: 'Number templates', permission: 'numbers.read' },
  },
  late: () => import('./late.ts'),
});
