/** Panes and layouts: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { workspaceCommands } from './commands.ts';
import { goCommands } from './go.ts';
import type { WorkspaceTypes } from './types.ts';

export const workspace: CommandArea<WorkspaceTypes> = {
  commands: [...goCommands, ...workspaceCommands],
  triggers: {},
  keys: [
    { keys: 'escape', command: 'workspace.back', scope: 'workspace', in: 'text' },
    { keys: 'mod+[', command: 'workspace.previousPlace', scope: 'workspace', in: 'text' },
    { keys: 'mod+]', command: 'workspace.nextPlace', scope: 'workspace', in: 'text' },
    { keys: 'f6', command: 'workspace.nextPane', scope: 'workspace', in: 'text' },
    { keys: 'shift+f6', command: 'workspace.previousPane', scope: 'workspace', in: 'text' },
    ...createBindings('workspace', {
      u: 'workspace.back',
      'w v': 'workspace.splitRight',
      'w h': 'workspace.splitDown',
      'w q': 'workspace.closePane',
      'w o': 'workspace.reopenPane',
      'w m': 'workspace.movePane',
      'w y': 'workspace.copyLink',
      'w z': 'workspace.zoom',
      'w =': 'workspace.even',
      'w w': 'workspace.nextPane',
      'w arrowleft': 'workspace.focusLeft',
      'w arrowright': 'workspace.focusRight',
      'w arrowup': 'workspace.focusUp',
      'w arrowdown': 'workspace.focusDown',
      'w shift+arrowleft': 'workspace.growLeft',
      'w shift+arrowright': 'workspace.growRight',
      'w shift+arrowup': 'workspace.growUp',
      'w shift+arrowdown': 'workspace.growDown',
    }),
  ],
};
