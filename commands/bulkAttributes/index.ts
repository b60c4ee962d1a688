/** Bulk attribute updates: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { bulkAttributeCommands } from './commands.ts';
import type { BulkAttributesTypes } from './types.ts';

export const bulkAttributes: CommandArea<BulkAttributesTypes> = {
  commands: [...bulkAttributeCommands],
  places: [
    {
      kind: 'bulkAttributes',
      title: 'Go to Bulk attribute update',
      icon: 'rows',
      keywords: ['custom fields', 'csv', 'template', 'upload'],
      permission: 'attributes.bulk',
    },
  ],
  triggers: {
    bulkAttributes: {
      'scope.chosen': { command: 'attributes.scope' },
      'file.chosen': { command: 'attributes.upload' },
      'cell.fixed': { command: 'attributes.fix' },
      'rows.excluded': { command: 'attributes.leaveOut' },
      'choices.added': { command: 'attributes.addChoices' },
      'update.confirmed': { command: 'attributes.confirm' },
      'update.retried': { command: 'attributes.retry' },
      'update.closed': { command: 'attributes.close' },
    },
  },
  keys: createBindings('bulkAttributes', {
    c: 'attributes.upload',
    p: 'attributes.paste',
    'mod+enter': 'attributes.confirm',
    '#': 'attributes.leaveOut',
    f: 'attributes.show',
    t: 'attributes.showProblems',
  }),
  menus: { attributeRow: ['attributes.fix', 'attributes.leaveOut', 'attributes.include', 'attributes.addChoices'] },
};
