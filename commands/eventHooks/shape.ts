/** Webhooks: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { EventHooksTypes } from './types.ts';

export const eventHooks: AreaShape<EventHooksTypes> = {
  rows: {
    eventHook: { nouns: ['webhook', 'webhooks'], getName: ({ url }) => url },
    hookDelivery: { nouns: ['delivery', 'deliveries'], getName: ({ messageId }) => messageId },
  },
  scopes: {
    eventHooks: {
      priority: 30,
      unavailable: ['Go to Webhooks first', 'go.eventHooks'],
      hints: [
        ['eventHooks.create', 'new'],
        ['list.open', 'deliveries'],
        ['eventHooks.test', 'test'],
        ['eventHooks.delete', 'delete'],
      ],
    },
    hookDeliveries: {
      priority: 30,
      unavailable: ['Show the deliveries of a webhook first', 'go.eventHooks'],
      hints: [
        ['eventHooks.resend', 'send again'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: { isHookSecretShown: false },
};
