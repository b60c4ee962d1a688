/** Counts what of the last days would have counted: a dry run of an integration, before it is turned on. Runs in the open transaction of one company. */
import { sql } from 'kysely';
import type { ConversionForecast } from '#contract/integrations/entities.ts';
import { ga4Kinds } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Membership } from '../../http/handlers.ts';

/** Counts calls and texts as the triggers of the outbox do (0240_integrations.sql), on the numbers the person works. */
export async function forecastConversions({ numberIds }: Membership, now = new Date()): Promise<ConversionForecast> {
  const { forecastDays: days } = integrationLimits;
  const since = new Date(now.getTime() - days * 86_400_000);
  const { rows } = await sql<{ kind: string; count: number; matched: number }>`
    select kind, count(*)::int as count, (count(*) filter (where matched))::int as matched from (
      select unnest(array_remove(array[
        case when c.is_inbound and c.result <> 'blocked' then 'call' end,
        case when c.is_inbound and c.result = 'missed' then 'missed' end,
        case when c.is_lead then 'lead' end,
        case when c.is_appointment then 'appointment' end], null)) as kind, s.ga_client_id is not null as matched
      from calls c left join dni_sessions s on s.id = c.dni_session_id
      where c.company_id = ${companyId()} and c.started_at >= ${since} and not c.is_live and ${limitToAccessibleNumbers('c.number_id', numberIds)}
      union all
      select 'text', false from items i
      where i.company_id = ${companyId()} and i.type = 'message' and i.is_inbound and i.deleted_at is null and i.created_at >= ${since}
        and ${limitToAccessibleNumbers('i.number_id', numberIds)}
    ) counted group by kind`.execute(currentTransaction());
  return {
    days,
    data: ga4Kinds.map((kind) => {
      const row = rows.find((each) => each.kind === kind);
      return { kind, count: row?.count ?? 0, matched: row?.matched ?? 0 };
    }),
  };
}
