/** Signing in and out: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const auth = area({
  routes,
  about: 'the account',
  acts: { logout: 'Signed out', leaveRemoteLogin: 'Stopped impersonating a user', channelAuth: 'Read live changes' },
});
