/** Port-in requests: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { portingCommands } from './commands.ts';
import type { PortingTypes } from './types.ts';

export const porting: CommandArea<PortingTypes> = {
  commands: [...portingCommands],
  places: [
    {
      kind: 'ports',
      title: 'Go to Port-in requests',
      icon: 'phone-incoming',
      keywords: ['porting', 'bring in', 'transfer', 'carrier'],
      permission: 'numbers.buy',
    },
  ],
  triggers: {
    portIn: {
      'port.opened': { command: 'porting.begin' },
      'detail.typed': { field: 'portNumbers' },
      'numbers.checked': { command: 'porting.check' },
      'rest.accepted': { command: 'porting.accept' },
      'draft.revised': { command: 'porting.revise' },
      'document.chosen': { command: 'porting.letter' },
      'documents.finished': { command: 'porting.finish' },
      'port.confirmed': { command: 'porting.confirm' },
      'port.retried': { command: 'porting.retry' },
      'port.renewed': { command: 'porting.renew' },
      'port.closed': { command: 'porting.close' },
    },
  },
  keys: [...createBindings('ports', { c: 'porting.begin' }), { keys: 'mod+enter', command: 'porting.check', scope: 'portForm', in: 'text' }],
  menus: { port: ['porting.open', 'porting.document'] },
};
