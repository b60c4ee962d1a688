/** Internal notes: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const notes = area({ routes, changes: ['note-updated'], about: 'notes' });
