/** Integrations: the selected row, and what commands over it share. */
import type { AdIntegration, OAuthIntegration } from '#contract/integrations/entities.ts';
import { type AdKind, adKinds, adProviders, type OAuthProvider, reportProviders } from '#contract/integrations/enums.ts';
import { formatNumber } from '#contract/text/number.ts';
import type { UserEvent as IntegrationEvent } from '#machines/integration/index.ts';
import { checkEvent } from '../core/flowCommand.ts';
import type { Availability, Review } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';
import type { IntegrationRow } from './types.ts';

export const manageBase = { group: 'Company', permission: 'integrations.manage' } as const;
export const rowBase = { ...manageBase, scopes: ['integrations'], rows: { kind: 'integration', max: 1 } } as const;

/** Name of each vendor within a sentence. */
export const vendorNames: Readonly<Record<IntegrationRow['provider'], string>> = {
  ga4: 'Google Analytics',
  'team-chat': 'team chat',
  'lead-crm': 'lead CRM',
  'google-ads': 'Google Ads',
  'meta-ads': 'Meta Ads',
  'microsoft-ads': 'Microsoft Ads',
};

/** Words by which people look for integrations. */
export const vendorKeywords = [
  'GA4',
  'Google Analytics',
  'team chat',
  'Slack',
  'CRM',
  'HubSpot',
  'Google Ads',
  'Meta Ads',
  'Facebook',
  'Microsoft Ads',
  'Bing',
] as const;

/** The flow of each vendor that is connected by OAuth. */
const flowOf = {
  'team-chat': 'integration',
  'lead-crm': 'crmIntegration',
  'google-ads': 'adsIntegration',
  'meta-ads': 'metaAdsIntegration',
  'microsoft-ads': 'microsoftAdsIntegration',
} as const;

/** Checks that the flow of the selected row takes an event. Null: it is a stream of Google Analytics, or nothing is selected. */
export function checkOAuth(context: Context, type: IntegrationEvent['type']): Availability | null {
  const row = getRows(context, 'integration')?.rows[0];
  return row === undefined || row.provider === 'ga4' ? null : checkEvent(context, flowOf[row.provider], type);
}

/** Refuses a row of another provider; `next` counts otherwise. */
export function checkProvider(context: Context, provider: IntegrationRow['provider'], next: Availability = true): Availability {
  const row = getRows(context, 'integration')?.rows[0];
  return row && row.provider !== provider ? { reason: `Select a ${vendorNames[provider]} integration`, isMoot: true } : next;
}

/** `one`, `one or another`, `one, another or a third`. */
const listNames = (providers: readonly OAuthProvider[]): string =>
  providers.map((provider, at) => `${at === 0 ? '' : at === providers.length - 1 ? ' or ' : ', '}${vendorNames[provider]}`).join('');

const isAds = (row: IntegrationRow): row is AdIntegration => adProviders.some((provider) => provider === row.provider);

/** The selected row, where it is a vendor of ads. */
function findAds(context: Context): AdIntegration | null {
  const row = getRows(context, 'integration')?.rows[0];
  return row !== undefined && isAds(row) ? row : null;
}

/** Checks that the flow of the selected row takes an event. Refuses a row of no vendor of ads. */
export const checkAds = (context: Context, type: IntegrationEvent['type']): Availability =>
  (findAds(context) === null ? null : checkOAuth(context, type)) ?? { reason: `Select a ${listNames(adProviders)} integration`, isMoot: true };

/** Checks that the flow of the selected row takes an event. Refuses a row that calls are not reported to. */
export function checkReports(context: Context, type: IntegrationEvent['type']): Availability {
  const row = getRows(context, 'integration')?.rows[0];
  const isOther = row !== undefined && (row.provider === 'ga4' || row.provider === 'team-chat');
  return (isOther ? null : checkOAuth(context, type)) ?? { reason: `Select a ${listNames(reportProviders)} integration`, isMoot: true };
}

/** True where the texts have the letters that were typed. */
export const has = (query: string, ...texts: readonly string[]): boolean => texts.join(' ').toLowerCase().includes(query.trim().toLowerCase());

/** The selected integration of a vendor of ads. */
export function getAds(context: Context): AdIntegration {
  const row = findAds(context);
  if (row === null) throw new Error('Select an integration of a vendor of ads first');
  return row;
}

/** The selected integration. */
export const getIntegration = (context: Context): IntegrationRow => {
  const row = getRows(context, 'integration')?.rows[0];
  if (!row) throw new Error('Select an integration first');
  return row;
};

/** The selected integration of a vendor that is connected by OAuth. */
export const getOAuth = (context: Context): OAuthIntegration => {
  const row = getIntegration(context);
  if (row.provider === 'ga4') throw new Error('Select an integration that was connected at its vendor');
  return row;
};

const adKindPlural: Readonly<Record<AdKind, string>> = { call: 'Calls', lead: 'Leads', appointment: 'Appointments' };

/** Shows what of the last days the vendor of ads would have been told, before it is told anything. */
export async function reviewClicks(context: Context, services: Services): Promise<Review> {
  const { id, provider, config } = getAds(context);
  const { days, data } = await services.integrations.forecast(id);
  // None is chosen before the first account: all are told then.
  const told = adKinds.filter((kind) => config.events.length === 0 || config.events.includes(kind));
  return {
    sentence: `From now on ${vendorNames[provider]} is told of calls that came by a click on its ads. In the last ${days} days:`,
    count: 1,
    sample: told.map((kind) => {
      const row = data.find((each) => each.kind === kind);
      return `${adKindPlural[kind]}: ${formatNumber(row?.clicks[provider] ?? 0)} of ${formatNumber(row?.count ?? 0)}`;
    }),
    skipped: [],
    verb: 'activate',
  };
}
