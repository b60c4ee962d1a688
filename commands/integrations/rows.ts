/** Integrations: the selected row, and what commands over it share. */
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import type { IntegrationRow } from './types.ts';

export const manageBase = { group: 'Company', permission: 'integrations.manage' } as const;
export const rowBase = { ...manageBase, scopes: ['integrations'], rows: { kind: 'integration', max: 1 } } as const;

const names: Readonly<Record<IntegrationRow['provider'], string>> = { ga4: 'Google Analytics', 'team-chat': 'team chat' };

/** Refuses a row of another provider; `next` counts otherwise. */
export function checkProvider(context: Context, provider: IntegrationRow['provider'], next: Availability = true): Availability {
  const row = getRows(context, 'integration')?.rows[0];
  return row && row.provider !== provider ? { reason: `Select a ${names[provider]} integration`, isMoot: true } : next;
}

/** The selected integration. */
export const getIntegration = (context: Context): IntegrationRow => {
  const row = getRows(context, 'integration')?.rows[0];
  if (!row) throw new Error('Select an integration first');
  return row;
};
