/** Exports: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const exports = area({ routes, changes: ['export-updated'], about: 'exports' });
