/** Call routing: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const routing = area({ routes, about: 'call routing', acts: { simulate: 'Tested call routing' } });
