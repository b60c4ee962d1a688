/** Calls that go on now: where they lead, notes while they ring, and the limits of where calls go. */

import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { getRows } from '../core/rows.ts';

const liveBase = { group: 'Live calls', scopes: ['live'], rows: { kind: 'liveCall', max: 1 } } as const;

const limitsBase = { group: 'Live calls', scopes: ['workspace'], permission: 'calling.limits', offline: false } as const;

const createIntegerParser = (least: number, most: number) => (text: string) => {
  const value = Number(text.trim().replace(/^\$/, ''));
  return text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most
    ? { ok: true as const, value }
    : { ok: false as const, error: `Enter a whole number from ${least} to ${most.toLocaleString('en-US')}` };
};

const parseCountries = (text: string) => {
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '');
  return codes.every((code) => /^[A-Z]{2}$/.test(code))
    ? { ok: true as const, value: codes }
    : { ok: false as const, error: 'Use two-letter country codes, such as US CA GB' };
};

export const callingCommands: readonly Command[] = [
  command({
    ...liveBase,
    id: 'live.open',
    title: 'Live calls: Open conversation',
    keywords: ['thread', 'history'],
    icon: 'inbox',
    permission: 'conversations.read',
    quiet: true,
    available: (context) => {
      const row = getRows(context, 'liveCall')?.rows[0];
      return !row || row.conversationId !== null || { reason: 'No conversation yet. One starts when the call ends.' };
    },
    run: async ({ context, services }) => {
      const row = getRows(context, 'liveCall')?.rows[0];
      if (row && row.conversationId !== null) services.panes.open('conversation', { id: String(row.conversationId) }, 'beside');
    },
  }),
  command({
    ...liveBase,
    id: 'live.note',
    title: 'Live calls: Add note',
    keywords: ['comment', 'remember', 'write'],
    icon: 'note',
    permission: 'notes.write',
    offline: false,
    args: { note: arg.words('Note', 5_000) },
    run: async ({ context, args, services }) => {
      const row = getRows(context, 'liveCall')?.rows[0];
      if (!row) throw new Error('Choose a call first');
      return services.calling.note(row.id, args.note);
    },
  }),
  command({
    ...limitsBase,
    id: 'calling.setCountries',
    ownOnly: true,
    title: 'Set allowed destination countries',
    keywords: ['destinations', 'allow', 'region', 'fraud', 'forward'],
    icon: 'shield',
    args: { countries: arg.text({ label: 'Countries', hint: 'US CA', parse: parseCountries }) },
    run: async ({ args, services }) => services.calling.saveLimits({ countries: args.countries }),
  }),
  command({
    ...limitsBase,
    id: 'calling.setRate',
    ownOnly: true,
    title: 'Set dial limit per minute',
    keywords: ['cap', 'limit', 'fraud', 'rate'],
    icon: 'shield',
    args: { dials: arg.text({ label: 'Dials per minute', hint: '120', parse: createIntegerParser(0, 10_000) }) },
    run: async ({ args, services }) => services.calling.saveLimits({ dialsPerMinute: args.dials }),
  }),
  command({
    ...limitsBase,
    id: 'calling.setSpend',
    ownOnly: true,
    title: 'Set daily forwarding spend limit',
    keywords: ['cap', 'limit', 'fraud', 'spend', 'money'],
    icon: 'shield',
    args: { dollars: arg.text({ label: 'Dollars per day', hint: '100', parse: createIntegerParser(0, 100_000) }) },
    run: async ({ args, services }) => services.calling.saveLimits({ centsPerDay: args.dollars * 100 }),
  }),
];
