/** The activity list (spec 1.7): what it shows. */

import { activityFilters } from '#contract/activity/enums.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import { createDayArg } from '../core/dayArg.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import type { ActivityType } from './types.ts';

const listBase = { group: 'Activity', scopes: ['workspace'], permission: 'activity.read', quiet: true } as const;

/** Titles of the types, in the order of the chips. */
export const activityTypeTitles: Readonly<Record<ActivityType, string>> = {
  checkCalls: 'Calls',
  checkVoicemails: 'Voicemails',
  checkMessages: 'Messages',
  checkNotes: 'Notes',
  checkFaxes: 'Faxes',
};

/** The command that switches a type. */
export const getToggleId = (type: ActivityType): string => `activity.toggle${activityTypeTitles[type]}`;

const toggleCommands: readonly Command[] = activityFilters.map((type) =>
  command({
    ...listBase,
    id: getToggleId(type),
    title: `Toggle ${activityTypeTitles[type].toLowerCase()} in activity`,
    keywords: ['toggle', 'filter', 'show', 'hide'],
    icon: 'filter',
    run: async ({ services }) => services.activity.toggle(type),
  }),
);

const createFilterCommand = (
  id: string,
  title: string,
  icon: string,
  keywords: readonly string[],
  run: CommandDefinition<Record<never, never>>['run'],
): Command => command({ ...listBase, id: `activity.${id}`, title, icon, keywords: ['filter', 'when', ...keywords], run });

const dateCommands: readonly Command[] = [
  createFilterCommand('today', 'Show today’s activity', 'calendar', ['day'], async ({ services }) => services.activity.since(1)),
  createFilterCommand('last7', 'Show activity from the last 7 days', 'calendar', ['week'], async ({ services }) => services.activity.since(7)),
  createFilterCommand('last30', 'Show activity from the last 30 days', 'calendar', ['month'], async ({ services }) => services.activity.since(30)),
  createFilterCommand('anyTime', 'Show activity from any date', 'calendar', ['ever', 'dates'], async ({ services }) => services.activity.since(null)),
  command({
    ...listBase,
    id: 'activity.between',
    title: 'Show activity between two dates',
    keywords: ['filter', 'dates', 'range', 'from', 'to'],
    icon: 'calendar',
    args: { from: createDayArg('From'), to: createDayArg('To') },
    run: async ({ args, services }) => services.activity.filter({ startDate: args.from, endDate: args.to }),
  }),
];

const getRow = (context: Context) => getRows(context, 'activity')?.rows[0];

const otherCommands: readonly Command[] = [
  createFilterCommand('showAll', 'Show all activity', 'activity', ['everything', 'types', 'clear'], async ({ services }) =>
    services.activity.filter({ types: undefined, numberIds: undefined, q: undefined, startDate: undefined, endDate: undefined }),
  ),
  createFilterCommand('showAllNumbers', 'Show activity for all numbers', 'hash', ['lines'], async ({ services }) =>
    services.activity.filter({ numberIds: undefined }),
  ),
  command({
    ...listBase,
    id: 'activity.showNumber',
    title: 'Show activity for a number',
    keywords: ['filter', 'line', 'DID'],
    icon: 'hash',
    args: {
      number: arg.list({
        label: 'Number',
        options: ({ numbers }: Context) =>
          numbers.map((number) => ({
            value: number.id,
            id: String(number.id),
            title: number.label || number.number,
            detail: displayPhone(number.number),
            icon: 'hash',
          })),
      }),
    },
    run: async ({ args, services }) => services.activity.filter({ numberIds: [args.number] }),
  }),
  command({
    ...listBase,
    id: 'activity.search',
    title: 'Search activity',
    keywords: ['filter', 'find', 'calls', 'caller'],
    icon: 'search',
    args: { words: arg.words('Name or number', 100) },
    run: async ({ args, services }) => services.activity.filter({ q: args.words }),
  }),
  command({
    ...listBase,
    id: 'activity.open',
    title: 'Activity: Open conversation',
    keywords: ['thread', 'show'],
    icon: 'message',
    scopes: ['activity'],
    permission: 'conversations.read',
    rows: { kind: 'activity', max: 1 },
    available: (context): Availability => getRow(context)?.conversationId != null || { reason: 'This call has no conversation' },
    run: async ({ context, services }) => {
      const id = getRow(context)?.conversationId;
      if (id != null) services.conversations.open(id);
    },
  }),
  command({
    ...listBase,
    id: 'activity.copyNumber',
    title: 'Activity: Copy caller number',
    keywords: ['clipboard', 'phone'],
    icon: 'clipboard',
    scopes: ['activity'],
    rows: { kind: 'activity', max: 1 },
    run: async ({ context, services }) => services.clipboard.copy(getRow(context)?.recipient ?? '', 'Number copied'),
  }),
];

/** Commands of the activity list. */
export const activityCommands: readonly Command[] = [...toggleCommands, ...dateCommands, ...otherCommands];
