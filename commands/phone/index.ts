/** Calls in the app: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { phoneCommands } from './commands.ts';
import { placingCommands } from './placing.ts';
import type { PhoneTypes } from './types.ts';

export const phone: CommandArea<PhoneTypes> = {
  commands: [...phoneCommands, ...placingCommands],
  triggers: {
    inAppCallingStatus: { 'status.toggled': { command: 'phone.toggleStatus' } },
    inAppCallIncoming: {
      'call.answered': { command: 'phone.answer' },
      'call.declined': { command: 'phone.decline' },
      'mute.toggled': { command: 'phone.mute' },
      'hold.toggled': { command: 'phone.hold' },
      'digits.pressed': { command: 'phone.digits' },
      'call.transferred': { command: 'phone.transfer' },
      'call.ended': { command: 'phone.hangUp' },
      'card.closed': { command: 'phone.close' },
    },
    inAppCallOutgoing: {
      'call.placed': { command: 'phone.dial' },
      'mute.toggled': { command: 'phone.mute' },
      'hold.toggled': { command: 'phone.hold' },
      'digits.pressed': { command: 'phone.digits' },
      'call.transferred': { command: 'phone.transfer' },
      'call.ended': { command: 'phone.hangUp' },
      'card.closed': { command: 'phone.close' },
    },
  },
  keys: [
    ...createBindings('ringing', { a: 'phone.answer', d: 'phone.decline' }),
    ...(['inbox', 'conversation', 'calls', 'call', 'contacts', 'contact', 'activity', 'live'] as const).flatMap((scope) =>
      createBindings(scope, { 'shift+p': 'phone.call' }),
    ),
    ...createBindings('onCall', {
      c: 'phone.text',
      h: 'phone.hold',
      m: 'phone.mute',
      t: 'phone.transfer',
      'shift+x': 'phone.hangUp',
      'shift+c': 'phone.note',
      'shift+l': 'phone.tag',
    }),
  ],
};
