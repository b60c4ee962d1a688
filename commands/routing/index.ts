/** Call routing: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { routingCommands } from './commands.ts';
import type { RoutingTypes } from './types.ts';

export const routing: CommandArea<RoutingTypes> = {
  commands: [...routingCommands],
  triggers: {
    routingEdit: {
      'line.typed': { field: 'routing' },
      'hours.typed': { field: 'hours' },
      'route.added': { command: 'routing.addRoute' },
      'route.removed': { command: 'routing.removeRoute' },
      'route.switched': { command: 'routing.switchConfirm' },
      'number.switched': { command: 'routing.switchRecording' },
      'routing.saved': { command: 'routing.save' },
      'routing.discarded': { command: 'routing.discard' },
      'routing.reloaded': { command: 'routing.reload' },
    },
  },
  keys: [
    ...createBindings('routing', { t: 'routing.editLine', c: 'routing.addRoute' }),
    { keys: 'mod+enter', command: 'routing.save', scope: 'routing', in: 'text' },
  ],
};
