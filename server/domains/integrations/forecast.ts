/** Counts what of the last days would have counted: a dry run of an integration, before it is turned on. Runs in the open transaction of one company. */
import { sql } from 'kysely';
import type { ConversionForecast } from '#contract/integrations/entities.ts';
import { type AdProvider, ga4Kinds } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Membership } from '../../http/handlers.ts';
import { parametersOf } from './kinds.ts';
import { type Counted, countByRules } from './rules.ts';

const sum = (rows: readonly Counted[], get: (row: Counted) => number): number => rows.reduce((total, row) => total + get(row), 0);

/**
 * Counts calls and texts as the triggers of the outbox do (0240_integrations.sql), on the numbers the person works; where an integration has a rule for a
 * kind, those that fit it. `integrationId` null: one that isn't there yet.
 */
export async function forecastConversions(membership: Membership, integrationId: number | null, now = new Date()): Promise<ConversionForecast> {
  const { numberIds } = membership;
  const { forecastDays: days } = integrationLimits;
  const since = new Date(now.getTime() - days * 86_400_000);
  const { rows } = await sql<Counted & { readonly kind: string }>`
    select kind, click, count(*)::int as count, (count(*) filter (where matched))::int as matched from (
      select unnest(array_remove(array[
        case when c.is_inbound and c.result <> 'blocked' then 'call' end,
        case when c.is_inbound and c.result = 'missed' then 'missed' end,
        case when c.is_lead then 'lead' end,
        case when c.is_appointment then 'appointment' end], null)) as kind, s.ga_client_id is not null as matched, s.click_parameter as click
      from calls c left join dni_sessions s on s.id = c.dni_session_id
      where c.company_id = ${companyId()} and c.started_at >= ${since} and not c.is_live and ${limitToAccessibleNumbers('c.number_id', numberIds)}
      union all
      select 'text', false, null from items i
      where i.company_id = ${companyId()} and i.type = 'message' and i.is_inbound and i.deleted_at is null and i.created_at >= ${since}
        and ${limitToAccessibleNumbers('i.number_id', numberIds)}
    ) counted group by kind, click`.execute(currentTransaction());
  const byRules = integrationId === null ? new Map<string, readonly Counted[]>() : await countByRules(membership, integrationId, since);
  return {
    days,
    data: ga4Kinds.map((kind) => {
      const own = (kind === 'text' ? undefined : byRules.get(kind)) ?? rows.filter((row) => row.kind === kind);
      const countClicks = (provider: AdProvider) => sum(own, ({ click, count }) => (click !== null && parametersOf[provider].includes(click) ? count : 0));
      return {
        kind,
        count: sum(own, ({ count }) => count),
        matched: sum(own, ({ matched }) => matched),
        clicks: { 'google-ads': countClicks('google-ads'), 'meta-ads': countClicks('meta-ads'), 'microsoft-ads': countClicks('microsoft-ads') },
      };
    }),
  };
}
