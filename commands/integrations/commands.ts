/** Integrations (spec 2.7): streams of Google Analytics and their form, and the conversions of a call explained. */
import type { Ga4Integration } from '#contract/integrations/entities.ts';
import { conversionKindLabel, conversionKinds } from '#contract/integrations/enums.ts';
import { formatNumber } from '#contract/text/number.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const group = 'Company';
const manageBase = { group, permission: 'integrations.manage' } as const;
const formBase = { group, scopes: ['ga4Form'] } as const;
const rowBase = { ...manageBase, scopes: ['integrations'], rows: { kind: 'ga4Integration', max: 1 } } as const;

const getIntegration = (context: Context): Ga4Integration => {
  const row = getRows(context, 'ga4Integration')?.rows[0];
  if (!row) throw new Error('Select an integration first');
  return row;
};

/** Events that can be sent again. */
const countFailed = ({ conversions }: Ga4Integration): number => conversions.refused + conversions.unknown;

const rowCommands: readonly Command[] = [
  command({
    ...manageBase,
    id: 'integrations.beginGa4',
    title: 'Connect Google Analytics',
    keywords: ['GA4', 'integration', 'add', 'new', 'create', 'measurement protocol', 'conversions', 'events'],
    icon: 'chart',
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.integrations.begin(),
  }),
  command({
    ...rowBase,
    id: 'integrations.editGa4',
    title: 'Edit GA4 integration',
    keywords: ['change', 'open', 'events', 'parameters', 'API secret', 'Google Analytics'],
    icon: 'pencil',
    quiet: true,
    run: async ({ context, services }) => services.integrations.begin(getIntegration(context)),
  }),
  command({
    ...rowBase,
    id: 'integrations.testGa4',
    title: 'Send test event',
    keywords: ['GA4', 'Google Analytics', 'check', 'validate', 'debug', 'try'],
    icon: 'send',
    quiet: true,
    available: (context) => checkEvent(context, 'ga4Integration', 'stream.tested'),
    run: async ({ context, services }) => services.integrations.test(getIntegration(context)),
  }),
  command({
    ...rowBase,
    id: 'integrations.switchGa4',
    title: 'Toggle GA4 integration',
    keywords: ['turn on', 'turn off', 'pause', 'activate', 'deactivate', 'Google Analytics'],
    icon: 'check-check',
    quiet: true,
    changes: true,
    available: (context) => checkEvent(context, 'ga4Integration', 'stream.switched'),
    run: async ({ context, services }) => services.integrations.switch(getIntegration(context)),
  }),
  command({
    ...rowBase,
    id: 'integrations.resendGa4',
    title: 'Send failed events again',
    keywords: ['resend', 'retry', 'refused', 'not confirmed', 'unknown', 'GA4', 'Google Analytics'],
    icon: 'rotate-ccw',
    quiet: true,
    changes: true,
    available: (context) => {
      const row = getRows(context, 'ga4Integration')?.rows[0];
      if (row && !row.isActive) return { reason: 'Turn the integration on first' };
      if (row && countFailed(row) === 0) return { reason: 'No event was refused or is unconfirmed' };
      return checkEvent(context, 'ga4Integration', 'stream.resent');
    },
    review: ({ context }) => {
      const integration = getIntegration(context);
      const { refused, unknown } = integration.conversions;
      return {
        sentence: `Send events to ${integration.measurementId} again: ${formatNumber(refused)} refused, ${formatNumber(unknown)} not confirmed. Google may count those not confirmed twice.`,
        count: countFailed(integration),
        sample: [integration.measurementId],
        skipped: [],
        verb: 'send',
        dangerous: unknown > 0,
      };
    },
    run: async ({ context, services }) => services.integrations.resend(getIntegration(context)),
  }),
  command({
    ...rowBase,
    id: 'integrations.deleteGa4',
    title: 'Delete GA4 integration',
    keywords: ['remove', 'disconnect', 'Google Analytics'],
    icon: 'trash',
    quiet: true,
    changes: true,
    available: (context) => checkEvent(context, 'ga4Integration', 'stream.deleted'),
    review: ({ context }) => {
      const { measurementId, conversions } = getIntegration(context);
      const total = Object.values(conversions).reduce((sum, count) => sum + count, 0);
      const waiting = conversions.waiting === 0 ? '' : ` Events that still wait won’t be sent: ${formatNumber(conversions.waiting)}.`;
      return {
        sentence: `Delete the GA4 integration ${measurementId} and its record of what was sent (${formatNumber(total)}).${waiting} This can’t be undone.`,
        count: 1,
        sample: [measurementId],
        skipped: [],
        verb: 'delete',
        dangerous: true,
      };
    },
    run: async ({ context, services }) => services.integrations.remove(getIntegration(context)),
  }),
];

const formCommands: readonly Command[] = [
  flowCommand(
    { ...formBase, id: 'integrations.saveGa4', title: 'GA4 integration: Save', icon: 'check', keywords: ['submit', 'create'], changes: true },
    'ga4Integration',
    { type: 'stream.submitted' },
  ),
  flowCommand(
    { ...formBase, id: 'integrations.closeGa4', title: 'GA4 integration: Close', icon: 'x', keywords: ['cancel', 'leave', 'discard'] },
    'ga4Integration',
    {
      type: 'stream.closed',
    },
  ),
  command({
    ...formBase,
    id: 'integrations.toggleKind',
    title: 'GA4 integration: Toggle event',
    keywords: ['call', 'missed', 'lead', 'appointment', 'text', 'choose'],
    icon: 'list-checks',
    quiet: true,
    available: (context) => checkEvent(context, 'ga4Integration', 'kind.toggled'),
    args: { kind: arg.one('Event', conversionKinds, conversionKindLabel) },
    run: async ({ args, services }) => services.integrations.toggleKind(args.kind),
  }),
  flowCommand(
    { ...formBase, id: 'integrations.toggleActive', title: 'GA4 integration: Toggle on or off', icon: 'check-check', keywords: ['active', 'pause'] },
    'ga4Integration',
    { type: 'active.toggled' },
  ),
];

const callCommands: readonly Command[] = [
  command({
    group: 'Calls',
    permission: 'integrations.read',
    id: 'integrations.explain',
    title: 'Explain conversions',
    keywords: ['why', 'conversion', 'GA4', 'Google Analytics', 'lead', 'sent', 'integration'],
    icon: 'circle-help',
    scopes: ['call', 'calls', 'activity'],
    rows: { kind: 'call', max: 1 },
    quiet: true,
    run: async ({ context, services }) => {
      const row = getRows(context, 'call')?.rows[0];
      if (row) services.integrations.explain(row.id);
    },
  }),
];

/** Commands over integrations. */
export const integrationCommands: readonly Command[] = [...rowCommands, ...formCommands, ...callCommands];
