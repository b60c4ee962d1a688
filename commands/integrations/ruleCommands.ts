/** Rules of integrations: which calls of a kind are told, tried on those of the last days before they are set. */
import { type CallKind, callKinds, conversionKindLabel } from '#contract/integrations/enums.ts';
import { formatNumber } from '#contract/text/number.ts';
import { getQueryContext } from '../calls/filters.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import type { Parsed } from '../core/parsed.ts';
import { readWith } from '../core/readers.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { getIntegration, rowBase, vendorKeywords, vendorNames } from './rows.ts';
import type { IntegrationRow } from './types.ts';

const getEvents = (row: IntegrationRow) => (row.provider === 'ga4' ? row.events : row.config.events);
/** Kinds of calls that the row is told of; a text has nothing to weigh. */
const listKinds = (row: IntegrationRow): readonly CallKind[] => callKinds.filter((kind) => getEvents(row).some((event) => event === kind));
const findRule = (row: IntegrationRow, kind: string | undefined) => row.rules.find((each) => each.kind === kind)?.rule;

function checkEvents(context: Context): Availability {
  const row = getRows(context, 'integration')?.rows[0];
  return row === undefined || listKinds(row).length > 0 || { reason: 'This integration isn’t told of any calls yet' };
}

function checkRules(context: Context): Availability {
  const row = getRows(context, 'integration')?.rows[0];
  return row === undefined || row.rules.length > 0 || { reason: 'This integration has no rule', isMoot: true };
}

/** Kinds as the palette shows them, with the rule of each. */
const toOptions = (row: IntegrationRow, kinds: readonly CallKind[]) =>
  kinds.map((kind) => ({ value: kind, id: kind, title: conversionKindLabel[kind], detail: findRule(row, kind) ?? 'All are told' }));

function parseLine(text: string, context: Context): Parsed<string> {
  const line = text.trim();
  return readWith(({ parseRule }) => {
    const rule = parseRule(line, getQueryContext(context));
    return rule.ok ? { ok: true, value: line } : rule;
  });
}

const kindPlural: Readonly<Record<CallKind, string>> = {
  call: 'calls',
  missed: 'missed calls',
  voicemail: 'voicemails',
  lead: 'leads',
  appointment: 'appointments',
};

/** Commands over the rules of integrations. */
export const ruleCommands: readonly Command[] = [
  command({
    ...rowBase,
    id: 'integrations.setRule',
    title: 'Set conversion rule',
    keywords: ['filter', 'condition', 'only', 'when', 'longer', 'duration', 'lead', ...vendorKeywords],
    icon: 'filter',
    available: checkEvents,
    args: {
      kind: arg.list({
        label: 'Event',
        options: (context) => {
          const row = getIntegration(context);
          return toOptions(row, listKinds(row));
        },
      }),
      rule: arg.text({
        label: 'Rule',
        hint: 'Calls that a search finds: longer:60 first tag:sales',
        initial: (context, _, given) => findRule(getIntegration(context), given.kind),
        parse: parseLine,
      }),
    },
    review: async ({ context, args: { kind, rule }, services }) => {
      const row = getIntegration(context);
      const { days, count, told, matching } = await services.integrations.tryRule(row, kind, rule);
      return {
        sentence: `From now on ${vendorNames[row.provider]} is told of ${kindPlural[kind]} that fit ${rule}. In the last ${days} days:`,
        count: 1,
        sample: [
          `Would have been told: ${formatNumber(matching)} of ${formatNumber(told)}`,
          ...(count === told ? [] : [`Without a click on its ads: ${formatNumber(count - told)}`]),
        ],
        skipped: [],
        verb: 'set',
      };
    },
    run: async ({ context, args, services }) => services.integrations.setRule(getIntegration(context), args.kind, args.rule),
  }),
  command({
    ...rowBase,
    id: 'integrations.removeRule',
    title: 'Remove conversion rule',
    keywords: ['delete', 'clear', 'filter', 'condition', 'all', ...vendorKeywords],
    icon: 'x',
    available: checkRules,
    args: {
      kind: arg.list({
        label: 'Event',
        options: (context) => {
          const row = getIntegration(context);
          return toOptions(
            row,
            row.rules.map(({ kind }) => kind),
          );
        },
      }),
    },
    run: async ({ context, args, services }) => services.integrations.setRule(getIntegration(context), args.kind, null),
  }),
];
