/** Integrations: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const integrations = area({ routes, changes: ['integration-updated'] });
