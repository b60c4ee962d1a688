/** Notifications of numbers: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { notificationCommands } from './commands.ts';
import type { NotificationsTypes } from './types.ts';

export const notifications: CommandArea<NotificationsTypes> = {
  rank: 4,
  commands: [...notificationCommands],
  triggers: {},
  keys: [],
};
