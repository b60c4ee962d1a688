/** Past calls: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const calls = area({ routes, changes: ['call-updated'], about: 'calls' });
