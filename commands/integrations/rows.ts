/** Integrations: the selected row, and what commands over it share. */
import type { OAuthIntegration } from '#contract/integrations/entities.ts';
import type { UserEvent as IntegrationEvent } from '#machines/integration/index.ts';
import { checkEvent } from '../core/flowCommand.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import type { IntegrationRow } from './types.ts';

export const manageBase = { group: 'Company', permission: 'integrations.manage' } as const;
export const rowBase = { ...manageBase, scopes: ['integrations'], rows: { kind: 'integration', max: 1 } } as const;

const names: Readonly<Record<IntegrationRow['provider'], string>> = {
  ga4: 'Google Analytics',
  'team-chat': 'team chat',
  'lead-crm': 'lead CRM',
  'google-ads': 'Google Ads',
};

/** The flow of each vendor that is connected by OAuth. */
const flowOf = { 'team-chat': 'integration', 'lead-crm': 'crmIntegration', 'google-ads': 'adsIntegration' } as const;

/** Checks that the flow of the selected row takes an event. Null: it is a stream of Google Analytics, or nothing is selected. */
export function checkOAuth(context: Context, type: IntegrationEvent['type']): Availability | null {
  const row = getRows(context, 'integration')?.rows[0];
  return row === undefined || row.provider === 'ga4' ? null : checkEvent(context, flowOf[row.provider], type);
}

/** Refuses a row of another provider; `next` counts otherwise. */
export function checkProvider(context: Context, provider: IntegrationRow['provider'], next: Availability = true): Availability {
  const row = getRows(context, 'integration')?.rows[0];
  return row && row.provider !== provider ? { reason: `Select a ${names[provider]} integration`, isMoot: true } : next;
}

/** Checks that the flow of the selected row takes an event. Refuses a row that calls are not reported to. */
export function checkReports(context: Context, type: IntegrationEvent['type']): Availability {
  const row = getRows(context, 'integration')?.rows[0];
  const isOther = row !== undefined && (row.provider === 'ga4' || row.provider === 'team-chat');
  return (isOther ? null : checkOAuth(context, type)) ?? { reason: 'Select a lead CRM or Google Ads integration', isMoot: true };
}

/** True where the texts have the letters that were typed. */
export const has = (query: string, ...texts: readonly string[]): boolean => texts.join(' ').toLowerCase().includes(query.trim().toLowerCase());

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
