/** Schedules of companies and users: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const schedule = area({ routes, changes: ['schedule-updated'], about: 'schedules' });
