/** The companies of the person, and the settings of the open one. */
import { feature } from '../../panes/feature.ts';

export const companies = feature({
  panes: {
    companies: {
      title: 'Companies',
    },
  },
  late: () => import('./late.ts'),
});
