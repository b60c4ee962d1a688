/** Schedules: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { ScheduleTypes } from './types.ts';

export const schedule: AreaShape<ScheduleTypes> = {
  rows: {},
  scopes: {
    schedule: {
      priority: 30,
      hints: [
        ['schedule.setMine', 'my schedule'],
        ['schedule.setCompany', 'company schedule'],
      ],
    },
  },
  context: {},
};
