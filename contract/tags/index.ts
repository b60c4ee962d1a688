/** Tags: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const tags = area({ routes, changes: ['tag-updated'], about: 'tags' });
