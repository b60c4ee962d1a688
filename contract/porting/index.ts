/** Port-in requests: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const porting = area({
  routes,
  changes: ['port-updated'],
  about: 'port-in requests',
  acts: { check: 'Checked numbers to port', create: 'Created a port-in request' },
});
