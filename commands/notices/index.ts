/** Notices: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { noticeCommands } from './commands.ts';
import type { NoticesTypes } from './types.ts';

export const notices: CommandArea<NoticesTypes> = {
  rank: 95,
  commands: [...noticeCommands],
  triggers: {},
  keys: [...createBindings('notices', { '#': 'notices.dismiss' })],
  menus: { notice: ['notices.act', 'notices.dismiss'] },
};
