/** Icons of the vendors of integrations: one each, of the set in use, never a brand's logo. */
import type { IntegrationRow } from './types.ts';

/** The icon of each vendor: in the list, its bar and the palette. */
export const vendorIcons = {
  ga4: 'chart',
  'team-chat': 'message',
  'lead-crm': 'users',
  'google-ads': 'click',
  'meta-ads': 'target',
  'microsoft-ads': 'monitor',
} as const satisfies Readonly<Record<IntegrationRow['provider'], string>>;
