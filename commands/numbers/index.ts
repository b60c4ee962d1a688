/** Numbers: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { numberCommands } from './commands.ts';
import { numberEditCommands } from './edits.ts';
import { numberTriggerCommands } from './triggers.ts';
import type { NumbersTypes } from './types.ts';

export const numbers: CommandArea<NumbersTypes> = {
  commands: [...numberCommands, ...numberEditCommands, ...numberTriggerCommands],
  places: [{ kind: 'numbers', title: 'Go to Numbers', icon: 'hash', keywords: ['lines', 'DID', 'tracking'], permission: 'numbers.read' }],
  triggers: {},
  keys: [
    ...createBindings('workspace', { 'g n': 'go.numbers' }),
    ...createBindings('numbers', {
      f: 'numbers.search',
      c: 'numbers.buy',
      '#': 'numbers.remove',
      l: 'numbers.addTag',
      t: 'routing.editRow',
      y: 'routing.copyHours',
    }),
    ...createBindings('number', { '#': 'numbers.remove', l: 'numbers.addTag' }),
  ],
  menus: {
    number: [
      'numbers.open',
      'routing.editRow',
      'routing.simulate',
      'numbers.label',
      'numbers.addTag',
      'routing.setHours',
      'routing.copyHours',
      'templates.apply',
      'numbers.openInbox',
      'numbers.openActivity',
      'numbers.copy',
      ['numbers.park', 'numbers.activate'],
      'numbers.rotate',
      'numbers.remove',
    ],
  },
};
