/** Calls in the app: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const phone = area({ routes, about: 'calls in the app' });
