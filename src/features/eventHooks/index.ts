/** Webhooks, and the log of their deliveries. */
import { defineFeature } from '../../panes/feature.ts';

export const eventHooks = defineFeature({
  panes: {
    eventHooks: { title: 'Webhooks', path: 'webhooks', permission: 'webhooks.manage', view: {} },
    hookDeliveries: { title: 'Webhook deliveries', path: 'webhook-deliveries', home: 'eventHooks', permission: 'webhooks.manage' },
  },
  late: () => import('./late.ts'),
});
