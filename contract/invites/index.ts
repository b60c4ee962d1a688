/** Invitations to a company: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const invites = area({
  routes,
  changes: ['invite-updated'],
  about: 'invitations',
  acts: { check: 'Checked addresses of invitations', create: 'Sent invitations', resend: 'Sent an invitation again' },
});
