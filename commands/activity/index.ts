/** The activity list: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { activityCommands } from './commands.ts';
import type { ActivityTypes } from './types.ts';

export const activity: CommandArea<ActivityTypes> = {
  rank: 8,
  commands: [...activityCommands],
  places: [{ kind: 'activity', title: 'Go to Activity', icon: 'activity', keywords: ['calls', 'history', 'feed'], permission: 'activity.read' }],
  triggers: {},
  keys: [...createBindings('workspace', { 'g a': 'go.activity' }), ...createBindings('activity', { f: 'activity.search', '!': 'callers.block' })],
  menus: {
    activity: ['activity.open', 'conversations.startWith', 'phone.call', 'callers.lookUp', 'activity.copyNumber', ['callers.block', 'callers.unblock']],
  },
};
