/** Notices: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { on } from '../keymap/binding.ts';
import { noticeCommands } from './commands.ts';
import type { NoticesTypes } from './types.ts';

export const notices: CommandArea<NoticesTypes> = {
  rank: 95,
  commands: [...noticeCommands],
  triggers: {},
  keys: [...on('notices', { '#': 'notices.dismiss' })],
};
