/** When the company and its people are there. */

import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { readWith } from '../core/readers.ts';
import { listZoneOptions } from '../core/zoneOptions.ts';
import type { ScheduleOwner } from './types.ts';

const createTimesArg = (whose: ScheduleOwner) =>
  arg.text<string>({
    label: 'Days and times',
    hint: 'mon-fri 9-12, 1pm-5pm, sat 10-2',
    initial: (_context, services) => services.schedule.words(whose),
    parse: (text) =>
      readWith(({ parseSchedule }) => {
        const read = parseSchedule(text);
        return read.ok ? { ok: true, value: text } : { ok: false, error: read.faults[0]?.message ?? 'Can’t read these times. Try mon-fri 9-12, 1pm-5pm.' };
      }),
    readsBack: 'schedule',
  });

const zoneArg = arg.list({
  label: 'Time zone',
  options: () => listZoneOptions(),
});

const forms = {
  company: { group: 'Company', scopes: ['workspace'], icon: 'clock', permission: 'company.update', offline: false },
  mine: { group: 'My account', scopes: ['workspace'], icon: 'clock', permission: 'company.read', offline: false },
} as const;

/** Commands over schedules. */
export const scheduleCommands: readonly Command[] = [
  command({
    ...forms.mine,
    id: 'schedule.setMine',
    title: 'Set my schedule',
    keywords: ['hours', 'working', 'available', 'days', 'times'],
    args: { times: createTimesArg('mine') },
    run: async ({ args, services }) => services.schedule.setTimes('mine', args.times),
  }),
  command({
    ...forms.mine,
    id: 'schedule.zoneMine',
    title: 'Set my schedule’s time zone',
    keywords: ['hours', 'clock', 'timezone'],
    args: { zone: zoneArg },
    run: async ({ args, services }) => services.schedule.setZone('mine', args.zone),
  }),
  command({
    ...forms.company,
    id: 'schedule.setCompany',
    title: 'Set company schedule',
    keywords: ['hours', 'opening', 'business', 'days', 'times'],
    args: { times: createTimesArg('company') },
    run: async ({ args, services }) => services.schedule.setTimes('company', args.times),
  }),
  command({
    ...forms.company,
    id: 'schedule.zoneCompany',
    title: 'Set company schedule’s time zone',
    keywords: ['hours', 'clock', 'timezone'],
    args: { zone: zoneArg },
    run: async ({ args, services }) => services.schedule.setZone('company', args.zone),
  }),
];
