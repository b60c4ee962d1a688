/** SMS verification: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { smsVerificationCommands } from './commands.ts';
import type { SmsVerificationTypes } from './types.ts';

export const smsVerification: CommandArea<SmsVerificationTypes> = {
  commands: [...smsVerificationCommands],
  places: [
    {
      kind: 'registrations',
      title: 'Go to SMS verification',
      icon: 'shield',
      keywords: ['10DLC', 'texting', 'registration', 'brand', 'campaign', 'toll-free'],
      permission: 'registration.read',
    },
  ],
  triggers: {
    smsVerification: {
      'registration.opened': { command: 'texting.begin' },
      'detail.typed': { field: 'legalName' },
      'step.finished': { command: 'texting.next' },
      'step.reopened': { command: 'texting.back' },
      'step.chosen': { command: 'texting.step' },
      'registration.checked': { command: 'texting.check' },
      'registration.submitted': { command: 'texting.submit' },
      'registration.retried': { command: 'texting.retry' },
      'registration.closed': { command: 'texting.close' },
      'lane.canceled': { command: 'texting.cancel' },
    },
  },
  keys: [
    ...createBindings('registrations', { c: 'texting.begin', '#': 'texting.delete' }),
    { keys: 'mod+enter', command: 'texting.next', scope: 'registrationForm', in: 'text' },
  ],
  menus: { registration: ['texting.open', 'texting.edit', 'texting.cancel', 'texting.delete'] },
};
