/**
 * Asks the carrier what became of attempts: of one nobody knows of, in its list; of one it took and told no end of, by its sid. An attempt of which the carrier's
 * list says nothing for a quarter of an hour was never taken: its recipient has failed, and only a person sends again.
 */
import { sql } from 'kysely';
import type { FoundMessage } from '../../carrier/carrier.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { lastRank } from '../messaging/statuses.ts';
import { campaignItems, campaignLane, campaignLook } from './jobs.ts';
import { renderFor } from './rendering.ts';
import { applyStatuses, toStatusRow } from './statuses.ts';
import { tellCampaign } from './telling.ts';

const shortestWaitSeconds = 5;
const patienceHours = 24;
const mostAtOnce = 500;
/** After so long an attempt the carrier's list does not have was never taken. Shorter than what we promise, by a look. */
const neverTakenMs = 10 * 60_000;
/** Recipients that failed because the carrier has no record of their text. */
const notTaken = 'not-taken';

/** The worker of `campaigns.sweep`: lanes that are gone, answers to texts the inbox does not show, attempts whose time to be looked at has come. */
export async function sweepCampaigns({ tenancy, jobs }: Pick<Services, 'tenancy' | 'jobs'>): Promise<void> {
  const { due, unshown, looks } = await tenancy.identity(async () => ({
    unshown: (await sql<{ company_id: number; campaign_id: number }>`select * from due_campaign_items(${mostAtOnce})`.execute(currentTransaction())).rows,
    due: (await sql<{ company_id: number; campaign_id: number }>`select * from due_campaigns(${mostAtOnce})`.execute(currentTransaction())).rows,
    looks: (await sql<{ company_id: number; attempt_id: string }>`select * from due_campaign_looks(${mostAtOnce})`.execute(currentTransaction())).rows,
  }));
  for (const { company_id: company, campaign_id: campaign } of due) {
    await tenancy.company([company], null, () => jobs.enqueue(campaignLane, { companyId: company, campaignId: campaign }, { key: `lane-${campaign}` }));
  }
  for (const { company_id: company, campaign_id: campaign } of unshown) {
    await tenancy.company([company], null, () => jobs.enqueue(campaignItems, { companyId: company, campaignId: campaign }, { key: `items-${campaign}` }));
  }
  for (const [company, rows] of Map.groupBy(looks, (row) => row.company_id)) {
    await tenancy.company([company], null, async () => {
      for (const attemptId of await takeTurns(rows.map((row) => row.attempt_id)))
        await jobs.enqueue(campaignLook, { companyId: company, attemptId }, { key: attemptId });
    });
  }
}

/** Those of the attempts whose time has come still; each is given its next time. */
async function takeTurns(attemptIds: readonly string[]): Promise<string[]> {
  const age = sql`now() - created_at`;
  const rows = await currentTransaction()
    .updateTable('campaign_attempts')
    .set({
      look_at: sql<Date | null>`case when state = 'unknown' then now() + least(interval '1 minute', greatest(make_interval(secs => ${shortestWaitSeconds}), ${age}))
        when ${age} < make_interval(hours => ${patienceHours}) then now() + greatest(make_interval(secs => ${shortestWaitSeconds}), ${age}) end`,
    })
    .where('company_id', '=', companyId())
    .where('id', 'in', attemptIds)
    .where('look_at', '<=', sql<Date>`now()`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Enqueues a look at each attempt of a campaign that nobody knows of, now. */
export async function askNow({ jobs }: Services, campaignId: number): Promise<void> {
  const rows = await currentTransaction()
    .selectFrom('campaign_attempts')
    .innerJoin('campaign_recipients', 'campaign_recipients.id', 'campaign_attempts.recipient_id')
    .select('campaign_attempts.id')
    .where('campaign_attempts.company_id', '=', companyId())
    .where('campaign_recipients.campaign_id', '=', campaignId)
    .where('campaign_recipients.state', '=', 'unknown')
    .where('campaign_attempts.state', '=', 'unknown')
    .limit(mostAtOnce)
    .execute();
  for (const { id } of rows) await jobs.enqueue(campaignLook, { companyId: companyId(), attemptId: id }, { key: id });
}

interface Sought {
  readonly campaignId: number;
  readonly recipientId: number;
  readonly isOld: boolean;
  readonly isUnknown: boolean;
  look(): Promise<FoundMessage | null>;
}

/** The worker of `campaign.look`: settles one attempt by what the carrier says of it. */
export async function look(services: Services, job: { readonly companyId: number; readonly attemptId: string }): Promise<void> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([job.companyId], null, work);
  const sought = await within(() => seek(services, job.attemptId));
  if (!sought) return;
  failpoint('campaign.look: before the look');
  const found = await sought.look();
  failpoint('campaign.look: after the look');
  if (found) return applyStatuses(services, [toStatusRow({ ...job, carrierSid: found.carrierSid, status: found.status, errorCode: found.errorCode })]);
  if (!sought.isOld || !sought.isUnknown) return;
  await within(() => settleNotTaken(job.attemptId, sought.recipientId));
  tellCampaign(services, job.companyId, sought.campaignId);
}

async function seek({ carrier }: Services, attemptId: string): Promise<Sought | null> {
  const row = await currentTransaction()
    .selectFrom('campaign_attempts')
    .innerJoin('campaign_recipients', 'campaign_recipients.id', 'campaign_attempts.recipient_id')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_recipients.campaign_id')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'campaigns.number_id')
    .select(['campaign_attempts.created_at', 'campaign_attempts.carrier_sid', 'campaign_attempts.state', 'campaign_attempts.recipient_id'])
    .select(['campaign_recipients.e164', 'campaign_recipients.name', 'campaign_recipients.email', 'phone_numbers.number'])
    .select(['campaigns.id as campaign_id', 'campaigns.message', 'campaigns.unsubscribe_message', 'campaigns.fields'])
    .where('campaign_attempts.company_id', '=', companyId())
    .where('campaign_attempts.id', '=', attemptId)
    .where('campaign_attempts.state', 'in', ['unknown', 'accepted'])
    .where('campaign_attempts.status_rank', '<', lastRank)
    .executeTakeFirst();
  if (!row) return null;
  const { carrier_sid: sid, created_at: since, number: from, e164: to } = row;
  const known = {
    campaignId: row.campaign_id,
    recipientId: row.recipient_id,
    isOld: since.getTime() < Date.now() - neverTakenMs,
    isUnknown: row.state === 'unknown',
  };
  if (sid !== null) return { ...known, look: () => carrier.findMessage(sid) };
  const { rows: others } = await sql<{ sid: string }>`
    select a.carrier_sid as sid from campaign_attempts a join campaign_recipients r on r.id = a.recipient_id
      where r.company_id = ${companyId()} and r.e164 = ${to} and a.carrier_sid is not null
    union select m.carrier_sid from message_attempts m join items i on i.id = m.item_id
      where m.company_id = ${companyId()} and i.recipient = ${to} and m.carrier_sid is not null`.execute(currentTransaction());
  const { text: body } = renderFor(row, { name: row.name, email: row.email, number: to });
  return { ...known, look: () => carrier.findByAttempt({ attemptId, from, to, body, since, taken: others.map((other) => other.sid) }) };
}

/** An attempt the carrier never took: nobody got the text. */
async function settleNotTaken(attemptId: string, recipientId: number): Promise<void> {
  await sql`select id from campaign_recipients where id = ${recipientId} for no key update`.execute(currentTransaction());
  await sql`
    with settled as (
      update campaign_attempts set state = 'refused', error_code = ${notTaken}, settled_at = now(), look_at = null
      where id = ${attemptId}::uuid and company_id = ${companyId()} and state = 'unknown' returning recipient_id, number
    )
    update campaign_recipients r set state = 'failed', error_code = ${notTaken}, cost = 0, at = now()
    from settled s where r.id = s.recipient_id and r.attempts = s.number and r.state = 'unknown'`.execute(currentTransaction());
}
