/** Removing numbers: they ring no more at once, stay with the carrier for a day, and can be taken back until they leave it. */

import { type SelectQueryBuilder, sql } from 'kysely';
import type { RemovalImpact } from '#contract/numbers/entities.ts';
import { numberLimits } from '#contract/numbers/limits.ts';
import type { Database } from '../../db/tables.ts';
import { type Cause, companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { numbersRelease } from '../purchase/jobs.ts';

const releaseAt = () => new Date(Date.now() + numberLimits.numberReleaseMs);
/** Above this many a change is told as "many changed". */
const toldOneByOne = 200;

/** Tells of numbers that changed. */
function publishNumberChanges(ids: readonly number[], cause: Cause): void {
  if (ids.length > toldOneByOne) recordChange({ kind: 'number-updated', ...cause });
  else for (const id of ids) recordChange({ kind: 'number-updated', id, ...cause });
}

/** Counts the data and services that the removal of these numbers cuts off. */
export async function countRemovalImpact(rows: SelectQueryBuilder<Database, never, { id: number }>): Promise<RemovalImpact> {
  const chosen = await rows.execute();
  const ids = chosen.map(({ id }) => id);
  const company = companyId();
  const { rows: counted } = await sql<Omit<RemovalImpact, 'releaseAt'>>`
    with chosen as (select id, number, label, monthly_cost from phone_numbers where company_id = ${company} and id = any (${ids}::bigint[]) and status <> 2)
    select (select count(*) from chosen) as count,
      (select coalesce(sum(monthly_cost), 0) from chosen) as "monthlyCost",
      (select count(*) from conversations where company_id = ${company} and number_id in (select id from chosen) and not is_archived) as "openConversations",
      (select coalesce(sum(unread_count), 0) from conversations where company_id = ${company} and number_id in (select id from chosen) and unread_count > 0) as "unreadItems",
      (select count(*) from calls where number_id in (select id from chosen) and started_at >= now() - interval '30 days') as "calls30Days",
      (select count(*) from items where company_id = ${company} and number_id in (select id from chosen) and delivery_state in ('held', 'scheduled') and deleted_at is null) as "waitingMessages",
      (select count(*) from phone_numbers other where company_id = ${company} and status <> 2 and forward_number in (select number from chosen) and id not in (select id from chosen)) as "forwardedFrom",
      (select count(*) from number_triggers where company_id = ${company} and number_id in (select id from chosen)) as triggers,
      array(select coalesce(nullif(label, ''), number) from chosen order by label limit 3) as sample`.execute(currentTransaction());
  const [row] = counted;
  if (!row) throw new AppError('not_found');
  return { ...row, releaseAt: releaseAt().toISOString() };
}

/** Removes numbers; answers those that were there, with the status they had. */
export async function removeNumbers(jobs: Jobs, ids: readonly number[], cause: Cause): Promise<ReadonlyMap<number, 0 | 1>> {
  const company = companyId();
  const at = releaseAt();
  const { rows } = await sql<{ id: number; before: 0 | 1; carrier_sid: string | null }>`
    update phone_numbers set status = 2, removed_at = now(), release_at = ${at}
    from (select id, status as before from phone_numbers where company_id = ${company} and id = any (${ids}::bigint[]) and status <> 2 for update) held
    where phone_numbers.id = held.id
    returning phone_numbers.id, held.before, phone_numbers.carrier_sid`.execute(currentTransaction());
  for (const { carrier_sid: carrierSid } of rows)
    if (carrierSid !== null) await jobs.enqueue(numbersRelease, { companyId: company, carrierSid }, { key: `${carrierSid}-${at.getTime()}`, startAt: at });
  publishNumberChanges(
    rows.map(({ id }) => id),
    cause,
  );
  return new Map(rows.map(({ id, before }) => [id, before]));
}

/** Brings removed numbers back to the status they had, those the carrier still has and nobody else got meanwhile; answers which. */
export async function restoreNumbers(statuses: ReadonlyMap<number, 0 | 1>, cause: Cause): Promise<number[]> {
  const entries = [...statuses].map(([id, status]) => ({ id, status }));
  const { rows } = await sql<{ id: number }>`
    update phone_numbers set status = was.status, removed_at = null, release_at = null
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as was (id bigint, status smallint)
    where phone_numbers.company_id = ${companyId()} and phone_numbers.id = was.id and phone_numbers.status = 2
      and (phone_numbers.release_at is null or phone_numbers.release_at > now())
      and not exists (select from phone_numbers other where other.number = phone_numbers.number and other.status <> 2)
    returning phone_numbers.id`.execute(currentTransaction());
  const ids = rows.map(({ id }) => id);
  publishNumberChanges(ids, cause);
  return ids;
}
