/** Webhooks: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const eventHooks: RowMenus = {
  eventHook: [
    'eventHooks.showDeliveries',
    ['eventHooks.test', 'eventHooks.toggleEvent', 'eventHooks.setUrl', 'eventHooks.rotateSecret'],
    'eventHooks.switch',
    'eventHooks.delete',
  ],
  hookDelivery: ['eventHooks.resend'],
};
