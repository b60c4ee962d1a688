/** Commands over call routing: the editor and its switches, hours of a selection, the simulator. */

import { allDay, closed, preset, presetLabel, presets, timeOptions, to24Hour } from '#contract/text/hour.ts';
import { applyPreset, createHours, replaceDay, toCustomHours, type Weekday, weekdayLabel, weekdays } from '#contract/text/hours.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import { readWith } from '../core/readers.ts';
import { formatCount, getRows, getSampleNames } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const editBase = { group: 'Routing', scopes: ['routing'], icon: 'phone-forwarded' } as const;

const rowsBase = { group: 'Routing', scopes: ['numbers'], permission: 'numbers.route', rows: 'number', offline: false } as const;

const createNumberArg = (label: string) =>
  arg.list({
    label,
    // The row the keys act on.
    getCurrent: (context: Context) => getRows(context, 'number')?.rows[0]?.id.toString(),
    options: ({ numbers }: Context) =>
      numbers.map(({ id, label: name, number, hoursLabel }) => ({
        value: id,
        id: String(id),
        title: name || displayPhone(number),
        detail: `${displayPhone(number)} · ${hoursLabel}`,
        icon: 'hash',
      })),
  });

const extensionArg = arg.text<number>({
  label: 'Extension',
  hint: '1',
  parse: (text) => (/^\d{1,2}$/.test(text.trim()) ? { ok: true, value: Number(text.trim()) } : { ok: false, error: 'A number from 0 to 99' }),
});

const hoursArg = arg.text<string>({
  label: 'Hours',
  hint: 'mon-fri 9-5, sat closed',
  parse: (text) =>
    readWith(({ parseHours }) => {
      const read = parseHours(text, createHours('UTC'));
      return read.ok ? { ok: true, value: text } : { ok: false, error: read.faults[0]?.message ?? 'Can’t read these hours. Try mon-fri 9-5, sat closed.' };
    }),
  readsBack: 'hours',
});

const digitsArg = arg.optional(
  arg.text<string>({
    label: 'Key pressed',
    hint: '2',
    parse: (text) => (/^\d{1,2}$/.test(text.trim()) ? { ok: true, value: text.trim() } : { ok: false, error: 'One or two digits' }),
  }),
);

const createSwitchCommand = (id: string, title: string, keywords: readonly string[], what: 'stagger' | 'confirmKey' | 'callerIdPassThru'): Command =>
  command({
    ...editBase,
    id: `routing.${id}`,
    title,
    keywords,
    quiet: true,
    available: (context) => checkEvent(context, 'routingEdit', 'route.switched'),
    args: { extension: extensionArg },
    run: async ({ args, services }) => services.flows.send('routingEdit', { type: 'route.switched', extension: args.extension, what }),
  });

const weeklyBase = {
  ...editBase,
  permission: 'numbers.route',
  icon: 'clock',
  quiet: true,
  // As adding an extension: what is typed and cannot be read yet is never written over.
  available: (context: Context) => checkEvent(context, 'routingEdit', 'route.added'),
} as const;

const presetDetail = {
  1: 'always open',
  2: 'closed on weekends',
  3: 'closed on weekdays',
  4: 'set each day',
  5: 'straight to voicemail',
} as const;

const dayArg = arg.list<Weekday>({ label: 'Day', options: () => weekdays.map((day) => ({ value: day, id: day, title: weekdayLabel[day] })) });

const midnight = timeOptions[1] ?? '';

/** Quarters of an hour; the end of a day is behind its beginning, midnight last. */
const createTimeArg = (label: 'Opening time' | 'Closing time') =>
  arg.list<string>({
    label,
    options: (_context, { opens }) => {
      const times = timeOptions.filter((time) => time !== allDay && time !== closed);
      const offered = label === 'Opening time' || opens === undefined ? times : [...times.slice(times.indexOf(opens) + 1), midnight];
      return offered.map((time) => ({ value: time, id: time, title: time }));
    },
  });

const editorCommands: readonly Command[] = [
  command({
    ...editBase,
    id: 'routing.save',
    title: 'Save routing',
    keywords: ['keep', 'store'],
    available: (context) => checkEvent(context, 'routingEdit', 'routing.saved'),
    run: async ({ services }) => services.routing.save(),
  }),
  flowCommand({ ...editBase, id: 'routing.discard', title: 'Discard routing changes', keywords: ['undo', 'revert'] }, 'routingEdit', {
    type: 'routing.discarded',
  }),
  flowCommand({ ...editBase, id: 'routing.reload', title: 'Reload routing', keywords: ['refresh', 'retry', 'read', 'again'] }, 'routingEdit', {
    type: 'routing.reloaded',
  }),
  command({
    ...editBase,
    id: 'routing.addRoute',
    title: 'Add extension',
    keywords: ['route', 'menu', 'new'],
    quiet: true,
    available: (context) => checkEvent(context, 'routingEdit', 'route.added'),
    run: async ({ services }) => services.flows.send('routingEdit', { type: 'route.added', id: crypto.randomUUID().slice(0, 12) }),
  }),
  command({
    ...editBase,
    id: 'routing.removeRoute',
    title: 'Remove extension',
    keywords: ['route', 'menu', 'delete'],
    quiet: true,
    available: (context) => checkEvent(context, 'routingEdit', 'route.removed'),
    args: { extension: extensionArg },
    run: async ({ args, services }) => services.flows.send('routingEdit', { type: 'route.removed', extension: args.extension }),
  }),
  createSwitchCommand('switchStagger', 'Toggle sequential or simultaneous ringing', ['sequential', 'simultaneous', 'once'], 'stagger'),
  createSwitchCommand('switchConfirm', 'Toggle press 1 to accept', ['confirm', 'press 1', 'whisper', 'phone'], 'confirmKey'),
  createSwitchCommand('switchCallerId', 'Toggle caller ID passthrough', ['caller id', 'pass through'], 'callerIdPassThru'),
  flowCommand({ ...editBase, id: 'routing.switchRecording', title: 'Toggle call recording', keywords: ['recording', 'consent'] }, 'routingEdit', {
    type: 'number.switched',
    what: 'recordCalls',
  }),
  flowCommand(
    {
      ...editBase,
      id: 'routing.switchAnnouncement',
      title: 'Toggle recording announcement',
      keywords: ['recording', 'consent', 'announcement', 'tell', 'recorded'],
    },
    'routingEdit',
    { type: 'number.switched', what: 'announceRecording' },
  ),
  command({
    ...weeklyBase,
    id: 'routing.choosePreset',
    title: 'Apply hours preset',
    keywords: ['open', 'closed', '24/7', 'weekdays', 'weekend', 'voicemail', 'custom', 'choose'],
    args: {
      preset: arg.list({
        label: 'Hours',
        options: () => presets.map((which) => ({ value: which, id: String(which), title: presetLabel[which], detail: presetDetail[which] })),
      }),
    },
    run: async ({ args, services }) =>
      services.routing.changeHours((hours) => (args.preset === preset.custom ? toCustomHours(hours) : applyPreset(hours, args.preset))),
  }),
  command({
    ...weeklyBase,
    id: 'routing.setDay',
    title: 'Set hours for a day',
    keywords: ['open', 'from', 'until', 'schedule', 'quarter of an hour'],
    args: { day: dayArg, opens: createTimeArg('Opening time'), closes: createTimeArg('Closing time') },
    run: async ({ args, services }) =>
      services.routing.changeHours((hours) => replaceDay(toCustomHours(hours), args.day, { open: to24Hour(args.opens), close: to24Hour(args.closes) })),
  }),
  command({
    ...weeklyBase,
    id: 'routing.setWholeDay',
    title: 'Open or close a whole day',
    keywords: ['closed', 'all day', 'schedule'],
    args: { day: dayArg, how: arg.one('How', [allDay, closed]) },
    run: async ({ args, services }) => services.routing.changeHours((hours) => replaceDay(toCustomHours(hours), args.day, { open: args.how, close: null })),
  }),
  command({
    ...editBase,
    id: 'routing.editLine',
    title: 'Edit routing as text',
    keywords: ['line', 'type', 'paste'],
    quiet: true,
    run: async ({ services }) => services.routing.focus('routing'),
  }),
  command({
    ...editBase,
    id: 'routing.editHours',
    title: 'Edit hours as text',
    keywords: ['open', 'closed', 'schedule'],
    quiet: true,
    run: async ({ services }) => services.routing.focus('hours'),
  }),
];

/** Commands of how numbers ring. */
export const routingCommands: readonly Command[] = [
  command({
    group: 'Routing',
    id: 'routing.edit',
    title: 'Edit a number’s call routing',
    keywords: ['routing', 'forward', 'extension', 'hours', 'voicemail', 'rings'],
    icon: 'phone-forwarded',
    scopes: ['workspace'],
    permission: 'numbers.read',
    quiet: true,
    args: { number: createNumberArg('Number') },
    run: async ({ args, services }) => services.routing.edit(args.number),
  }),
  command({
    group: 'Routing',
    id: 'routing.editRow',
    title: 'Edit call routing',
    keywords: ['routing', 'forward', 'extension', 'rings'],
    icon: 'phone-forwarded',
    scopes: ['numbers'],
    permission: 'numbers.read',
    rows: { kind: 'number', max: 1 },
    quiet: true,
    run: async ({ context, services }) => {
      const row = getRows(context, 'number')?.rows[0];
      if (row) await services.routing.edit(row.id);
    },
  }),
  command({
    ...rowsBase,
    id: 'routing.setHours',
    title: 'Set hours for numbers',
    keywords: ['open', 'closed', 'schedule', 'business hours'],
    icon: 'clock',
    args: { hours: hoursArg },
    review: ({ context, args }) => {
      const on = getRows(context, 'number');
      return on && on.count > 1
        ? {
            sentence: `Sets the hours of ${formatCount(on.count, 'number')} to ${args.hours}`,
            count: on.count,
            sample: getSampleNames(on),
            skipped: [],
            verb: 'set',
            undoNote: 'You can undo this',
          }
        : null;
    },
    run: async ({ context, args, services }) => {
      const on = getRows(context, 'number');
      return on ? services.routing.setHours(on, args.hours) : { changed: false as const };
    },
  }),
  command({
    ...rowsBase,
    id: 'routing.copyHours',
    title: 'Copy hours from another number',
    keywords: ['open', 'closed', 'schedule', 'same'],
    icon: 'clock',
    args: { from: createNumberArg('From') },
    review: ({ context }) => {
      const on = getRows(context, 'number');
      return on && on.count > 1
        ? {
            sentence: `Copy hours to ${formatCount(on.count, 'number')}`,
            count: on.count,
            sample: getSampleNames(on),
            skipped: [],
            verb: 'copy',
            undoNote: 'You can undo this',
          }
        : null;
    },
    run: async ({ context, args, services }) => {
      const on = getRows(context, 'number');
      return on ? services.routing.copyHours(args.from, on) : { changed: false as const };
    },
  }),
  command({
    group: 'Routing',
    id: 'routing.simulate',
    title: 'Test call routing',
    keywords: ['simulator', 'test', 'what happens', 'preview', 'who rings', 'somebody'],
    icon: 'zap',
    scopes: ['workspace'],
    permission: 'numbers.read',
    offline: false,
    quiet: true,
    args: {
      number: createNumberArg('Number called'),
      from: arg.optional(arg.words('Caller', 40)),
      at: arg.optional(arg.words('Time', 40)),
      keys: digitsArg,
    },
    run: async ({ args, services }) => services.routing.simulate({ numberId: args.number, from: args.from, at: args.at, keys: args.keys }),
  }),
  ...editorCommands,
];
