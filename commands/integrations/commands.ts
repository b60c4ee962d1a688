/** Integrations (spec 2.7): streams of Google Analytics and their form, and the conversions of a call explained. Team chat stands in chatCommands.ts. */
import { conversionKindLabel, ga4Kinds } from '#contract/integrations/enums.ts';
import { formatNumber } from '#contract/text/number.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { adsCommands } from './adsCommands.ts';
import { chatCommands } from './chatCommands.ts';
import { crmCommands } from './crmCommands.ts';
import { metaAdsCommands } from './metaAdsCommands.ts';
import { checkOAuth, checkProvider, getIntegration, manageBase, rowBase, vendorKeywords, vendorNames } from './rows.ts';
import { ruleCommands } from './ruleCommands.ts';
import type { Ga4Row, IntegrationRow } from './types.ts';
import { vendorIcons } from './vendorIcons.ts';

const group = 'Company';
const formBase = { group, scopes: ['ga4Form'] } as const;

const getStream = (context: Context): Ga4Row => {
  const row = getIntegration(context);
  if (row.provider !== 'ga4') throw new Error('Select a Google Analytics integration first');
  return row;
};

/** Counts what can be sent again. */
const countFailed = ({ conversions }: IntegrationRow): number => conversions.refused + conversions.unknown;
const findRow = (context: Context) => getRows(context, 'integration')?.rows[0];

const getName = (row: IntegrationRow) =>
  row.provider === 'ga4' ? `the GA4 integration ${row.measurementId}` : `the ${vendorNames[row.provider]} integration ${row.name}`;
/** Sentence about the records that stay at the vendor once an integration is deleted. */
const leftThere: Readonly<Record<IntegrationRow['provider'], string>> = {
  ga4: '',
  'team-chat': ' Posts stay in the channel; the app loses its access to the workspace.',
  'lead-crm': ' Calls and deals stay in the CRM; the app loses its access to it.',
  'google-ads': ' Conversions stay in Google Ads; the app loses its access to it.',
  'meta-ads': ' Events stay at Meta; the app loses its access to it.',
  'microsoft-ads': ' Conversions stay in Microsoft Ads. The app forgets its access to it; to take it away there too, remove the app in your Microsoft account.',
};
const getShortName = (row: IntegrationRow) => (row.provider === 'ga4' ? row.measurementId : row.name);

const rowCommands: readonly Command[] = [
  command({
    ...manageBase,
    id: 'integrations.beginGa4',
    title: 'Connect Google Analytics',
    keywords: ['GA4', 'integration', 'add', 'new', 'create', 'measurement protocol', 'conversions', 'events'],
    icon: vendorIcons.ga4,
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
    available: (context) => checkProvider(context, 'ga4'),
    run: async ({ context, services }) => services.integrations.begin(getStream(context)),
  }),
  command({
    ...rowBase,
    id: 'integrations.testGa4',
    title: 'Send test event',
    keywords: ['GA4', 'Google Analytics', 'check', 'validate', 'debug', 'try'],
    icon: 'send',
    quiet: true,
    available: (context) => checkProvider(context, 'ga4', checkEvent(context, 'ga4Integration', 'stream.tested')),
    run: async ({ context, services }) => services.integrations.test(getStream(context)),
  }),
  command({
    ...rowBase,
    id: 'integrations.switch',
    title: 'Toggle integration',
    keywords: ['turn on', 'turn off', 'pause', 'activate', 'deactivate', ...vendorKeywords],
    icon: 'check-check',
    quiet: true,
    changes: true,
    available: (context) => checkOAuth(context, 'integration.switched') ?? checkEvent(context, 'ga4Integration', 'stream.switched'),
    run: async ({ context, services }) => services.integrations.switch(getIntegration(context)),
  }),
  command({
    ...rowBase,
    id: 'integrations.resend',
    title: 'Send failed events again',
    keywords: ['resend', 'retry', 'refused', 'not confirmed', 'unknown', 'posts', ...vendorKeywords],
    icon: 'rotate-ccw',
    quiet: true,
    changes: true,
    available: (context) => {
      const told = checkOAuth(context, 'integration.resent');
      if (told !== null) return told;
      const row = findRow(context);
      if (row?.provider === 'ga4' && !row.isActive) return { reason: 'Turn the integration on first' };
      if (row && countFailed(row) === 0) return { reason: 'No event was refused or is unconfirmed' };
      return checkEvent(context, 'ga4Integration', 'stream.resent');
    },
    review: ({ context }) => {
      const integration = getIntegration(context);
      const { refused, unknown } = integration.conversions;
      const counts = `${formatNumber(refused)} refused, ${formatNumber(unknown)} not confirmed`;
      const sentence =
        integration.provider === 'ga4'
          ? `Send events to ${integration.measurementId} again: ${counts}. Google may count those not confirmed twice.`
          : `${integration.provider === 'team-chat' ? 'Post' : 'Send'} to ${integration.name} again: ${counts}. Those not confirmed may appear twice.`;
      return { sentence, count: countFailed(integration), sample: [getShortName(integration)], skipped: [], verb: 'send', dangerous: unknown > 0 };
    },
    run: async ({ context, services }) => services.integrations.resend(getIntegration(context)),
  }),
  command({
    ...rowBase,
    id: 'integrations.delete',
    title: 'Delete integration',
    keywords: ['remove', 'disconnect', 'revoke', ...vendorKeywords],
    icon: 'trash',
    quiet: true,
    changes: true,
    available: (context) => checkOAuth(context, 'integration.deleted') ?? checkEvent(context, 'ga4Integration', 'stream.deleted'),
    review: ({ context }) => {
      const row = getIntegration(context);
      const total = Object.values(row.conversions).reduce((sum, count) => sum + count, 0);
      const waiting = row.conversions.waiting === 0 ? '' : ` Events that still wait won’t be sent: ${formatNumber(row.conversions.waiting)}.`;
      return {
        sentence: `Delete ${getName(row)} and its record of what was sent (${formatNumber(total)}).${waiting}${leftThere[row.provider]} This can’t be undone.`,
        count: 1,
        sample: [getShortName(row)],
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
  flowCommand({ ...formBase, id: 'integrations.closeGa4', title: 'GA4 integration: Close', icon: 'x', keywords: ['leave', 'back'] }, 'ga4Integration', {
    type: 'stream.closed',
  }),
  flowCommand(
    { ...formBase, id: 'integrations.discardGa4', title: 'GA4 integration: Discard changes', icon: 'trash', keywords: ['cancel', 'forget', 'reset'] },
    'ga4Integration',
    { type: 'stream.discarded' },
  ),
  command({
    ...formBase,
    id: 'integrations.toggleKind',
    title: 'GA4 integration: Toggle event',
    keywords: ['call', 'missed', 'lead', 'appointment', 'text', 'choose'],
    icon: 'list-checks',
    quiet: true,
    available: (context) => checkEvent(context, 'ga4Integration', 'kind.toggled'),
    args: { kind: arg.one('Event', ga4Kinds, conversionKindLabel) },
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
    keywords: ['why', 'conversion', ...vendorKeywords, 'ad click', 'lead', 'sent', 'posted', 'integration'],
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
export const integrationCommands: readonly Command[] = [
  ...rowCommands,
  ...chatCommands,
  ...crmCommands,
  ...adsCommands,
  ...metaAdsCommands,
  ...ruleCommands,
  ...formCommands,
  ...callCommands,
];
