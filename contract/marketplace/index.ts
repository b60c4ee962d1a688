/** The marketplace of numbers: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const marketplace = area({ routes, changes: ['listing-updated'], about: 'marketplace numbers' });
