/** Dynamic numbers: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const dni = area({
  routes,
  changes: ['pool-updated', 'dni-session'],
  about: 'DNI pools',
  acts: { reportCalls: 'Created a DNI report', verifyScript: 'Checked a website for the script' },
});
