/** Unread counts and muted numbers: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const notifications = area({
  routes,
  changes: ['notification-counts'],
  about: 'muted numbers',
  acts: { block: 'Muted numbers', unblock: 'Unmuted numbers' },
});
