/** Organizations: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const organizations = area({ routes, about: 'the organization', acts: { setStatus: 'Changed the status of a company' } });
