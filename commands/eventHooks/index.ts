/** Webhooks: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { eventHookCommands } from './commands.ts';
import type { EventHooksTypes } from './types.ts';

export const eventHooks: CommandArea<EventHooksTypes> = {
  commands: [...eventHookCommands],
  places: [
    { kind: 'eventHooks', title: 'Go to Webhooks', icon: 'zap', keywords: ['API', 'events', 'hooks', 'endpoints', 'Zapier'], permission: 'webhooks.manage' },
  ],
  triggers: {},
  keys: [
    ...createBindings('eventHooks', { c: 'eventHooks.create', s: 'eventHooks.test', '#': 'eventHooks.delete' }),
    ...createBindings('hookDeliveries', { s: 'eventHooks.resend' }),
  ],
  menus: {
    eventHook: [
      'eventHooks.showDeliveries',
      ['eventHooks.test', 'eventHooks.toggleEvent', 'eventHooks.setUrl', 'eventHooks.rotateSecret'],
      'eventHooks.switch',
      'eventHooks.delete',
    ],
    hookDelivery: ['eventHooks.resend'],
  },
};
