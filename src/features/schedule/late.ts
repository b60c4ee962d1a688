/** Parts of the area that load after the first rows: code of panes, services, changes. */

import { defineLateFeature } from '../../panes/feature.ts';
import { createScheduleServices } from './services.ts';

export const late = defineLateFeature({
  panes: {
    schedule: () => import('./SchedulePane.tsx').then(({ SchedulePane }) => SchedulePane),
  },
  services: (deps) => ({
    schedule: createScheduleServices(deps),
  }),
  changes: { 'schedule-updated': [['schedule']] },
});
