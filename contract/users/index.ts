/** Users of a company: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const users = area({ routes, changes: ['user-updated'], about: 'users', acts: { change: 'Changed a user', remove: 'Removed a user' } });
