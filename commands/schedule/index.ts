/** Schedules: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { scheduleCommands } from './commands.ts';
import type { ScheduleTypes } from './types.ts';

export const schedule: CommandArea<ScheduleTypes> = {
  commands: [...scheduleCommands],
  places: [{ kind: 'schedule', title: 'Go to Schedules', icon: 'clock', keywords: ['hours', 'availability', 'time zone'], permission: 'company.read' }],
  triggers: {},
  keys: [
    ...createBindings('workspace', { 'g s': 'go.schedule' }),
    ...createBindings('schedule', { e: 'schedule.setMine', 'shift+e': 'schedule.setCompany', t: 'schedule.zoneMine', 'shift+t': 'schedule.zoneCompany' }),
  ],
};
