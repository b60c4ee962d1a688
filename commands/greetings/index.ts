/** Greetings: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { greetingCommands } from './commands.ts';
import type { GreetingsTypes } from './types.ts';

export const greetings: CommandArea<GreetingsTypes> = {
  commands: [...greetingCommands],
  places: [
    { kind: 'greetings', title: 'Go to Greetings', icon: 'megaphone', keywords: ['voicemail', 'announcement', 'text to speech'], permission: 'numbers.read' },
  ],
  triggers: {
    greetingEdit: {
      'greeting.opened': { command: 'greetings.create' },
      'name.typed': { field: 'greetingName' },
      'content.typed': { field: 'greetingWords' },
      'voice.chosen': { command: 'greetings.voice' },
      'file.chosen': { command: 'greetings.chooseFile' },
      'file.dropped': { command: 'greetings.dropFile' },
      'preview.requested': { command: 'greetings.preview' },
      'greeting.submitted': { command: 'greetings.save' },
      'greeting.closed': { command: 'workspace.back' },
      'greeting.discarded': { command: 'greetings.close' },
    },
  },
  keys: [
    ...createBindings('workspace', { 'g t': 'go.greetings' }),
    ...createBindings('greetings', { c: 'greetings.create', space: 'greetings.play', '#': 'greetings.delete' }),
    { keys: 'mod+enter', command: 'greetings.save', scope: 'greetingForm', in: 'text' },
  ],
  menus: { greeting: ['greetings.play', 'greetings.edit', 'greetings.delete'] },
};
