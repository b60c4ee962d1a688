/** Live calls: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { callingCommands } from './commands.ts';
import type { CallingTypes } from './types.ts';

export const calling: CommandArea<CallingTypes> = {
  commands: [...callingCommands],
  places: [{ kind: 'live', title: 'Go to Live calls', icon: 'phone-call', keywords: ['now', 'ringing'], permission: 'activity.read' }],
  triggers: {},
  keys: [...createBindings('workspace', { 'g v': 'go.live' }), ...createBindings('live', { '!': 'callers.block', 'shift+c': 'live.note', l: 'calls.addTag' })],
  menus: { liveCall: ['live.open', 'live.note', 'calls.addTag', ['callers.block', 'callers.unblock']] },
};
