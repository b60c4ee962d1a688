/** Destinations of calls: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const forwards = area({ routes, about: 'destinations' });
