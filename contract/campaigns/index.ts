/** Campaigns: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const campaigns = area({ routes, changes: ['campaign-updated'], about: 'campaigns' });
