/** Parts of the area that load after the first rows: code of panes, services, changes. */

import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    schedule: () => import('./SchedulePane.tsx').then(({ SchedulePane }) => SchedulePane),
  },
  services: (deps) => ({
    schedule: deferServices(async () => (await import('./services.ts')).createScheduleServices(deps)),
  }),
  changes: { 'schedule-updated': [['schedule']] },
});
