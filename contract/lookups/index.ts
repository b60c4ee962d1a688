/** Caller lookup: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const lookups = area({ routes, about: 'caller lookups', acts: { caller: 'Looked up a caller' } });
