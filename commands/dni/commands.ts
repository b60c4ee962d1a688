/** Dynamic numbers (spec 2.7): pools and their form, the script and its check, visitors, reports. */
import type { DniPool } from '#contract/dni/entities.ts';
import { dniReportScopes, dniSourceIds, dniSourceLabel } from '#contract/dni/enums.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { createDayArg } from '../core/dayArg.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import { createNamedArg } from '../core/namedArg.ts';
import { formatCount, getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const group = 'Numbers';
const writeBase = { group, permission: 'dni.write' } as const;
const readBase = { group, permission: 'dni.read' } as const;
const formBase = { group, scopes: ['dniPoolForm'] } as const;
const rowBase = { ...writeBase, scopes: ['dniPools'], rows: { kind: 'dniPool', max: 1 } } as const;

const getPool = (context: Context): DniPool => {
  const row = getRows(context, 'dniPool')?.rows[0];
  if (!row) throw new Error('Select a pool first');
  return row;
};

const poolCommands: readonly Command[] = [
  command({
    ...writeBase,
    id: 'dni.begin',
    title: 'Create DNI pool',
    keywords: ['new', 'add', 'dynamic number insertion', 'tracking', 'website', 'visitors', 'number pool'],
    icon: 'globe',
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.dni.begin(),
  }),
  command({
    ...rowBase,
    id: 'dni.edit',
    title: 'Edit DNI pool',
    keywords: ['change', 'open', 'numbers', 'source'],
    icon: 'pencil',
    quiet: true,
    run: async ({ context, services }) => services.dni.begin(getPool(context)),
  }),
  command({
    ...rowBase,
    id: 'dni.delete',
    title: 'Delete DNI pool',
    keywords: ['remove', 'release numbers', 'keep numbers'],
    icon: 'trash',
    quiet: true,
    changes: true,
    available: (context) => checkEvent(context, 'dniPool', 'pool.deleted'),
    args: {
      numbers: arg.list<'keep' | 'delete'>({
        label: 'Numbers',
        options: (context) => {
          const count = formatCount(getRows(context, 'dniPool')?.rows[0]?.numbers.length ?? 0, 'number');
          return [
            { value: 'keep', id: 'keep', title: 'Keep numbers', detail: `${count} stay in the company` },
            {
              value: 'delete',
              id: 'delete',
              title: 'Delete numbers too',
              detail: `${count}: calls stop immediately`,
              ...(context.permissions.has('numbers.buy') ? {} : { reason: 'You don’t have permission to remove numbers' }),
            },
          ];
        },
      }),
    },
    review: ({ context, args }) => {
      const { name, numbers } = getPool(context);
      const count = formatCount(numbers.length, 'number');
      return {
        sentence:
          args.numbers === 'delete'
            ? `Delete pool “${name}” and ${count}. Calls stop immediately; the carrier releases them a day later. Until then they can be restored.`
            : `Delete pool “${name}”. Its ${count} are kept; visitors see the website’s own number.`,
        count: args.numbers === 'delete' ? numbers.length : 1,
        sample: numbers.slice(0, 5).map(({ number }) => displayPhone(number)),
        skipped: [],
        verb: 'delete',
        dangerous: true,
      };
    },
    run: async ({ context, args, services }) => services.dni.remove(getPool(context), args.numbers === 'delete'),
  }),
];

const maxBought = 50;
const countArg = arg.text<number>({
  label: 'How many',
  hint: 'Like 4',
  parse: (text) => {
    const count = Number(text.trim());
    return Number.isSafeInteger(count) && count >= 1 && count <= maxBought
      ? { ok: true, value: count }
      : { ok: false, error: `Enter a count from 1 to ${maxBought}` };
  },
});

const getSize = (context: Context) => getRows(context, 'poolSize')?.rows[0];

const sizeCommands: readonly Command[] = [
  command({
    ...readBase,
    id: 'dni.compareSizes',
    title: 'Compare DNI pool sizes',
    keywords: ['how many numbers', 'replay', 'evidence', 'enough', 'in use', 'cost'],
    icon: 'chart',
    scopes: ['dniPools'],
    rows: { kind: 'dniPool', max: 1 },
    quiet: true,
    run: async ({ context, services }) => services.dni.compareSizes(getPool(context).id),
  }),
  command({
    ...readBase,
    id: 'dni.replayDay',
    title: 'Replay another day',
    keywords: ['size', 'visitors', 'DNI', 'last Tuesday'],
    icon: 'clock',
    scopes: ['dniPoolSizes'],
    rows: { kind: 'poolSize', max: 1 },
    quiet: true,
    args: { day: createDayArg('Day to replay') },
    run: async ({ context, args, services }) => {
      const row = getSize(context);
      if (row) services.dni.compareSizes(row.poolId, args.day);
    },
  }),
  command({
    group,
    permission: 'numbers.buy',
    id: 'dni.buySize',
    title: 'Buy numbers for this pool size',
    keywords: ['purchase', 'more numbers', 'grow', 'DNI'],
    icon: 'plus',
    scopes: ['dniPoolSizes'],
    rows: { kind: 'poolSize', max: 1 },
    quiet: true,
    available: (context) => {
      const row = getSize(context);
      return row === undefined || row.numbers > row.current || { reason: 'Choose a size larger than the pool’s own' };
    },
    run: async ({ context, services }) => {
      const row = getSize(context);
      if (row) await services.dni.buyNumbers(row.numbers - row.current, row.poolId);
    },
  }),
];

const formCommands: readonly Command[] = [
  flowCommand({ ...formBase, id: 'dni.save', title: 'DNI pool: Save', icon: 'check', keywords: ['submit', 'create'], changes: true }, 'dniPool', {
    type: 'pool.submitted',
  }),
  flowCommand({ ...formBase, id: 'dni.close', title: 'DNI pool: Close', icon: 'x', keywords: ['leave', 'back'] }, 'dniPool', {
    type: 'pool.closed',
  }),
  flowCommand({ ...formBase, id: 'dni.discard', title: 'DNI pool: Discard changes', icon: 'trash', keywords: ['cancel', 'forget', 'reset'] }, 'dniPool', {
    type: 'pool.discarded',
  }),
  command({
    ...formBase,
    id: 'dni.source',
    title: 'DNI pool: Choose source',
    keywords: ['Google Ads', 'organic', 'referral', 'landing', 'direct', 'always'],
    icon: 'filter',
    quiet: true,
    available: (context) => checkEvent(context, 'dniPool', 'source.chosen'),
    args: { source: arg.one('Source', dniSourceIds, dniSourceLabel) },
    run: async ({ args, services }) => services.dni.chooseSource(args.source),
  }),
  command({
    ...formBase,
    id: 'dni.toggleNumber',
    title: 'DNI pool: Toggle number',
    keywords: ['add', 'remove', 'choose', 'numbers'],
    icon: 'hash',
    quiet: true,
    available: (context) => checkEvent(context, 'dniPool', 'number.toggled'),
    args: {
      number: createNamedArg({
        label: 'Number',
        noun: 'number',
        icon: 'hash',
        all: ({ dni }) => dni.listNumbers(),
        getName: ({ number }) => displayPhone(number),
        getDetail: ({ label }) => label,
      }),
    },
    run: async ({ args, services }) => services.dni.toggleNumber(args.number.id),
  }),
  command({
    ...formBase,
    id: 'dni.buyNumbers',
    title: 'DNI pool: Buy numbers',
    keywords: ['purchase', 'new', 'more', 'area code'],
    icon: 'plus',
    permission: 'numbers.buy',
    quiet: true,
    args: { count: countArg },
    run: async ({ args, services }) => services.dni.buyNumbers(args.count),
  }),
  command({
    ...formBase,
    id: 'dni.toggleActive',
    title: 'DNI pool: Toggle on or off',
    keywords: ['active', 'pause', 'enable', 'disable'],
    icon: 'check-check',
    quiet: true,
    available: (context) => checkEvent(context, 'dniPool', 'flag.toggled'),
    run: async ({ services }) => services.dni.toggleFlag('isActive'),
  }),
];

const scriptCommands: readonly Command[] = [
  command({
    ...readBase,
    id: 'dni.copyScript',
    title: 'Copy tracking script',
    keywords: ['DNI', 'snippet', 'tag', 'website', 'install', 'clipboard'],
    icon: 'clipboard',
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.dni.copyScript(),
  }),
  flowCommand(
    {
      group,
      scopes: ['dniScript'],
      id: 'dni.check',
      title: 'Check page for tracking script',
      icon: 'search',
      keywords: ['verify', 'installed', 'website', 'DNI'],
    },
    'scriptCheck',
    { type: 'script.checked' },
  ),
];

const visitCommands: readonly Command[] = [
  command({
    ...readBase,
    id: 'dni.openVisit',
    title: 'Open visitor session',
    keywords: ['pages', 'visitor', 'session', 'events'],
    icon: 'clock',
    scopes: ['visits'],
    rows: { kind: 'visit', max: 1 },
    quiet: true,
    run: async ({ context, services }) => {
      const row = getRows(context, 'visit')?.rows[0];
      if (row) services.dni.openVisit(row.id);
    },
  }),
  command({
    ...readBase,
    id: 'dni.openVisitOfCall',
    title: 'Open caller’s visitor session',
    keywords: ['visit of', 'timeline', 'source', 'website', 'visitor', 'DNI', 'pages'],
    icon: 'globe',
    scopes: ['call', 'calls', 'activity'],
    rows: { kind: 'call', max: 1 },
    quiet: true,
    run: async ({ context, services }) => {
      const row = getRows(context, 'call')?.rows[0];
      if (row) await services.dni.openVisitOfCall(row.id);
    },
  }),
  command({
    ...readBase,
    id: 'dni.freeze',
    title: 'Toggle visitor feed',
    keywords: ['freeze', 'visitors', 'pause', 'hold', 'live', 'feed', 'stop', 'resume'],
    icon: 'pause',
    scopes: ['visits'],
    quiet: true,
    run: async ({ services }) => services.dni.toggleFreeze(),
  }),
];

const reportCommands: readonly Command[] = [
  command({
    ...readBase,
    id: 'dni.report',
    title: 'Create DNI report',
    keywords: ['calls', 'sources', 'pools', 'organization', 'generate', 'new'],
    icon: 'chart',
    scopes: ['workspace'],
    args: {
      scope: arg.one('Scope', dniReportScopes, { company: 'This company', businessUnit: 'All companies of the organization' }),
      from: createDayArg('First day'),
      to: createDayArg('Last day'),
    },
    run: async ({ args, services }) => services.dni.createReport(args.scope, args.from, args.to),
  }),
  command({
    ...readBase,
    id: 'dni.openReport',
    title: 'Open DNI report',
    keywords: ['calls', 'sources', 'pools'],
    icon: 'chart',
    scopes: ['dniReports'],
    rows: { kind: 'dniReport', max: 1 },
    quiet: true,
    run: async ({ context, services }) => {
      const row = getRows(context, 'dniReport')?.rows[0];
      if (row) services.dni.openReport(row.id);
    },
  }),
];

/** Commands over dynamic numbers. */
export const dniCommands: readonly Command[] = [...poolCommands, ...sizeCommands, ...formCommands, ...scriptCommands, ...visitCommands, ...reportCommands];
