/** Blocked callers: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const blocks = area({ routes, changes: ['block-updated'], about: 'blocked callers' });
