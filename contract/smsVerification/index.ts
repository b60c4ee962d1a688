/** SMS verification: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const smsVerification = area({
  routes,
  changes: ['registration-updated'],
  about: 'texting registrations',
  acts: { check: 'Checked a texting registration', submit: 'Submitted a texting registration' },
});
