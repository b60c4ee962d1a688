/** When people are reached. */
import { feature } from '../../panes/feature.ts';

export const schedule = feature({
  panes: {
    schedule: { title: 'Schedule', permission: 'company.read' },
  },
  late: () => import('./late.ts'),
});
