/** Support tickets: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const support = area({ routes, about: 'support tickets', acts: { ask: 'Contacted support' } });
