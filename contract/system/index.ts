/** The server itself: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const system = area({ routes, about: 'files', acts: { file: 'Opened a file' } });
