/** Lists: cursor, selection, sorting and columns: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { listCommands } from './commands.ts';
import type { ListTypes } from './types.ts';

export const list: CommandArea<ListTypes> = {
  commands: [...listCommands],
  triggers: {},
  keys: [
    ...createBindings('list', {
      j: 'list.next',
      arrowdown: 'list.next',
      k: 'list.previous',
      arrowup: 'list.previous',
      home: 'list.home',
      end: 'list.end',
      'mod+home': 'list.first',
      'mod+end': 'list.last',
      arrowright: 'list.nextCell',
      arrowleft: 'list.previousCell',
      pagedown: 'list.pageDown',
      pageup: 'list.pageUp',
      enter: 'list.open',
      o: 'list.open',
      space: 'list.peek',
      x: 'list.select',
      'shift+space': 'list.select',
      'shift+j': 'list.extendDown',
      'shift+arrowdown': 'list.extendDown',
      'shift+k': 'list.extendUp',
      'shift+arrowup': 'list.extendUp',
      'mod+a': 'list.selectLoaded',
      '* a': 'list.selectMatching',
      '* n': 'list.selectNone',
      '/': 'list.focusFilter',
      'shift+f': 'list.clearFilter',
    }),
  ],
};
