/** Sending messages: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const messaging = area({
  routes,
  about: 'texts',
  acts: { schedule: 'Scheduled a text', send: 'Sent a text', sendAgain: 'Sent a text again', sendNow: 'Sent a scheduled text', takeBack: 'Canceled a text' },
});
