/** Counts what of the last days would have counted: a dry run of an integration, before it is turned on. Runs in the open transaction of one company. */
import { sql } from 'kysely';
import { clickParameters } from '#contract/dni/enums.ts';
import type { ConversionForecast } from '#contract/integrations/entities.ts';
import { ga4Kinds } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Membership } from '../../http/handlers.ts';

/** Counts what came by a click on an ad of a vendor. */
const countClicks = (vendor: keyof typeof clickParameters) => sql`(count(*) filter (where click = any (${[...clickParameters[vendor]]}::text[])))::int`;

/** Counts calls and texts as the triggers of the outbox do (0240_integrations.sql), on the numbers the person works. */
export async function forecastConversions({ numberIds }: Membership, now = new Date()): Promise<ConversionForecast> {
  const { forecastDays: days } = integrationLimits;
  const since = new Date(now.getTime() - days * 86_400_000);
  const { rows } = await sql<{ kind: string; count: number; matched: number; google: number; meta: number; microsoft: number }>`
    select kind, count(*)::int as count, (count(*) filter (where matched))::int as matched,
      ${countClicks('google_ads')} as google, ${countClicks('meta_ads')} as meta, ${countClicks('microsoft_ads')} as microsoft from (
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
    ) counted group by kind`.execute(currentTransaction());
  return {
    days,
    data: ga4Kinds.map((kind) => {
      const row = rows.find((each) => each.kind === kind);
      const clicks = { 'google-ads': row?.google ?? 0, 'meta-ads': row?.meta ?? 0, 'microsoft-ads': row?.microsoft ?? 0 };
      return { kind, count: row?.count ?? 0, matched: row?.matched ?? 0, clicks };
    }),
  };
}
