/** Calls in the app: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { phoneCommands } from './commands.ts';
import type { PhoneTypes } from './types.ts';

export const phone: CommandArea<PhoneTypes> = {
  commands: [...phoneCommands],
  triggers: {
    inAppCallingStatus: { 'status.toggled': { command: 'phone.toggleStatus' } },
    inAppCallIncoming: {
      'call.answered': { command: 'phone.answer' },
      'call.declined': { command: 'phone.decline' },
      'mute.toggled': { command: 'phone.mute' },
      'digits.pressed': { command: 'phone.digits' },
      'call.ended': { command: 'phone.hangUp' },
      'card.closed': { command: 'phone.close' },
    },
  },
  keys: [
    ...createBindings('ringing', { a: 'phone.answer', d: 'phone.decline' }),
    ...createBindings('onCall', { c: 'phone.text', m: 'phone.mute', 'shift+x': 'phone.hangUp', 'shift+c': 'phone.note' }),
  ],
};
