/** The signed-in user’s own settings: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const me = area({ routes, about: 'the user’s own settings', acts: { search: 'Searched' } });
