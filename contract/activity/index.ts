/** The activity list: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const activity = area({ routes, about: 'activity' });
