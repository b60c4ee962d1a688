/** Webhooks: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const eventHooks = area({ routes, changes: ['event-hook-updated'] });
