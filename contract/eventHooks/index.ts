/** Webhooks: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const eventHooks = area({
  routes,
  changes: ['event-hook-updated'],
  about: 'webhooks',
  acts: {
    create: 'Created a webhook',
    resend: 'Sent a delivery of a webhook again',
    rotateSecret: 'Rotated the signing secret of a webhook',
    test: 'Sent a test event to a webhook',
  },
});
