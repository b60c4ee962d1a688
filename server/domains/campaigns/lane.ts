/**
 * A lane works at one campaign: it claims a few recipients, commits the intents, asks the carrier, and settles what it said. Several lanes of one campaign, also of
 * several nodes, send nothing twice: a recipient is claimed once, and an intent is a one-way door (SAFETY.md, What we promise about messages).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { PauseReason, RecipientState } from '#contract/campaigns/enums.ts';
import type { SendOutcome } from '../../carrier/carrier.ts';
import { requestTimeoutMs } from '../../carrier/http.ts';
import { lockAccount } from '../../compliance/accounts.ts';
import { findSenderFault } from '../../compliance/senders.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { formatCarrierFileUrl } from '../../files/links.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { isGroupThere } from '../contacts/queries.ts';
import { optOut } from '../messaging/optOut.ts';
import { selectAudience, writeRecipients } from './audience.ts';
import { campaignItems, campaignLane } from './jobs.ts';
import { holdPace, lockPace, takeTokens } from './pace.ts';
import { getRate } from './rates.ts';
import { measure, renderFor } from './rendering.ts';
import type { CampaignsTable } from './tables.ts';
import { tellCampaign } from './telling.ts';
import { type Candidate, judge } from './verdicts.ts';

/** Texts of a sending number nobody knows the end of, at most: in flight, or not confirmed. */
export const windowSize = 20;
/** An intent older than this belongs to a lane that is gone: a living one has settled long before. */
const intentMs = requestTimeoutMs + 5_000;
/** Time a lane works before others have their turn. */
const turnMs = 20_000;
/** A lane that says nothing for so long is gone. */
const leaseMs = 15_000;
/** Shorter waits are waited, longer ones are a job of their own. */
const shortMs = 2_000;
/** Requests that surely did not reach the carrier are made again, this often at most. */
const mostAttempts = 12;
/** Until the carrier is asked about an attempt nobody knows of, and about one it took and said nothing final of. */
const looks = { unknown: 5_000, accepted: 60_000 } as const;

/** Carrier codes about the sender, not one recipient: the others wouldn't get the text either. */
const senderCodes: ReadonlyMap<string, string> = new Map([
  ['not_configured', 'No carrier is connected'],
  ['20003', 'The carrier doesn’t accept this account'],
  ['21606', 'The carrier doesn’t let this number send texts'],
  ['21611', 'The carrier’s queue for this number is full'],
  ['30034', 'This number isn’t registered for US texting'],
  ['30032', 'This toll-free number isn’t verified'],
]);

const optedOutCode = '21610';

type Campaign = Selectable<CampaignsTable>;

interface Ref {
  readonly companyId: number;
  readonly campaignId: number;
}

/** A text whose intent is committed. */
interface Intent {
  readonly attemptId: string;
  readonly recipientId: number;
  readonly number: number;
  readonly to: string;
  readonly body: string;
}

type Step =
  | { readonly do: 'end' }
  | { readonly do: 'again' }
  | { readonly do: 'wait'; readonly until: Date }
  | { readonly do: 'send'; readonly numberId: number; readonly from: string; readonly mediaUrls: readonly string[]; readonly intents: readonly Intent[] };

const end: Step = { do: 'end' };
const again: Step = { do: 'again' };
const afterMs = (ms: number) => new Date(Date.now() + ms);

/** The worker of `campaign.lane`. Safe to run again from the start, at any point, any number of times, and beside itself. */
export async function runLane(services: Services, ref: Ref): Promise<void> {
  const turnEnd = Date.now() + turnMs;
  const within = <T>(work: () => Promise<T>): Promise<T> => services.tenancy.company([ref.companyId], null, work);
  while (Date.now() < turnEnd) {
    failpoint('campaign.lane: before the claim');
    const step = await within(() => takeStep(services, ref.campaignId));
    if (step.do === 'end') return;
    if (step.do === 'again') continue;
    if (step.do === 'wait') {
      const ms = step.until.getTime() - Date.now();
      if (ms > shortMs) return within(() => sleepUntil(services, ref.campaignId, step.until));
      await wait(Math.max(1, ms));
      continue;
    }
    failpoint('campaign.lane: after the intents');
    const asked = step.intents.map(async (intent) => ({ intent, outcome: await ask(services, ref.companyId, step, intent) }));
    failpoint('campaign.lane: while asking');
    const told = await Promise.all(asked);
    failpoint('campaign.lane: after the answers');
    await within(() => settle(services, ref.campaignId, step.numberId, told));
    failpoint('campaign.lane: after settling');
    for (const { intent, outcome } of told) {
      if (outcome.kind === 'refused' && outcome.errorCode === optedOutCode) await within(() => optOut(intent.to, 'carrier', new Date()));
    }
    tellCampaign(services, ref.companyId, ref.campaignId);
  }
  await within(() => sleepUntil(services, ref.campaignId, new Date()));
}

const ask = ({ carrier }: Services, company: number, { from, mediaUrls }: Extract<Step, { do: 'send' }>, intent: Intent): Promise<SendOutcome> =>
  carrier.send({ from, to: intent.to, body: intent.body, mediaUrls, attemptId: intent.attemptId, companyId: company, of: 'campaigns' });

/** Goes on later: a job of its own, and the sweep where that is lost. */
async function sleepUntil({ jobs }: Services, campaignId: number, until: Date): Promise<void> {
  const campaign = await lockCampaign(campaignId);
  if (!campaign || !isAtWork(campaign)) return;
  await update(campaignId, { wake_at: new Date(Math.max(until.getTime(), Date.now() + 1_000)) });
  await jobs.enqueue(campaignLane, { companyId: companyId(), campaignId }, { startAt: until, key: `lane-${campaignId}` });
}

const isAtWork = ({ state, deleted_at }: Campaign) => deleted_at === null && (state === 'pending' || state === 'queued' || state === 'sending');

/** A campaign of the open company, held until the transaction ends: whoever pauses it waits, and no intent follows the pause. */
async function lockCampaign(campaignId: number): Promise<Campaign | undefined> {
  return (
    currentTransaction()
      .selectFrom('campaigns')
      .selectAll()
      .where('id', '=', campaignId)
      .where('company_id', '=', companyId())
      // Rows that point at it may still be added: whoever answers STOP waits for nobody.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

const update = (campaignId: number, patch: Partial<Pick<Campaign, 'state' | 'wake_at' | 'started_at' | 'paused_reason' | 'paused_note' | 'held_until'>>) =>
  currentTransaction().updateTable('campaigns').set(patch).where('id', '=', campaignId).where('company_id', '=', companyId()).execute();

/** Changes the state as the server does, and tells it. */
async function become(campaignId: number, state: 'queued' | 'sending' | 'sent' | 'failed' | 'canceled'): Promise<void> {
  const isOver = state !== 'queued' && state !== 'sending';
  await update(campaignId, { state, paused_reason: null, paused_note: null, ...(isOver ? { wake_at: null } : {}) });
  recordChange({ kind: 'campaign-updated', id: campaignId });
}

async function pause(campaignId: number, reason: PauseReason, note: string | null): Promise<Step> {
  await update(campaignId, { paused_reason: reason, paused_note: note, wake_at: null, state: 'paused' });
  recordChange({ kind: 'campaign-updated', id: campaignId });
  return end;
}

/** Ends a campaign whose group is gone: those who waited get nothing. */
async function cancel(campaignId: number): Promise<Step> {
  await become(campaignId, 'canceled');
  await sql`update campaign_recipients set state = 'canceled', at = now() where campaign_id = ${campaignId} and state in ('waiting', 'held')`.execute(
    currentTransaction(),
  );
  return end;
}

/** Finds out, under the campaign's lock, what is next to be done, and commits the intents when it is to send. */
async function takeStep(services: Services, campaignId: number): Promise<Step> {
  const campaign = await lockCampaign(campaignId);
  if (!campaign || !isAtWork(campaign)) return end;
  if (campaign.state === 'pending') return goOnWriting(services, campaign);
  const startsAt = Math.max(campaign.held_until?.getTime() ?? 0, campaign.state === 'queued' ? (campaign.deliver_at?.getTime() ?? 0) : 0);
  if (startsAt > Date.now()) return { do: 'wait', until: new Date(startsAt) };
  if (campaign.state === 'queued' && !(await isGroupThere(campaign.group_id))) return cancel(campaignId);
  if (campaign.number_id === null) return pause(campaignId, 'carrier', 'The number was removed. Choose another number.');
  const [closed, sender] = await Promise.all([
    lockAccount(),
    currentTransaction()
      .selectFrom('phone_numbers')
      .select(['number', 'sms_enabled', 'status', 'line_type'])
      .where('id', '=', campaign.number_id)
      .where('company_id', '=', companyId())
      .executeTakeFirst(),
  ]);
  const fault = closed ?? findSenderFault(sender);
  if (fault !== null || sender === undefined) return pause(campaignId, 'carrier', fault);
  if (campaign.state === 'queued') {
    await become(campaignId, 'sending');
    await currentTransaction()
      .updateTable('campaigns')
      .set({ started_at: sql<Date>`coalesce(started_at, now())`, held_until: null })
      .where('id', '=', campaignId)
      .execute();
  }
  return claim(services, { campaign, numberId: campaign.number_id, from: sender.number });
}

/** Writes down recipients of a large group, a part at a time. */
async function goOnWriting({ config }: Services, campaign: Campaign): Promise<Step> {
  if (campaign.group_id === null || !(await isGroupThere(campaign.group_id))) return cancel(campaign.id);
  const { after } = await currentTransaction()
    .selectFrom('campaign_recipients')
    .select((eb) => eb.fn.coalesce(eb.fn.max('contact_id'), sql<number>`0`).as('after'))
    .where('campaign_id', '=', campaign.id)
    .executeTakeFirstOrThrow();
  const audience = await selectAudience(campaign.group_id);
  const last = await writeRecipients(campaign.id, audience, after, startOf(campaign), config.textingHours);
  await update(campaign.id, { wake_at: afterMs(leaseMs) });
  if (last === null) await become(campaign.id, 'queued');
  return again;
}

/** Earliest start of a campaign. */
export const startOf = ({ held_until, deliver_at }: Pick<Campaign, 'held_until' | 'deliver_at'>): Date =>
  new Date(Math.max(Date.now(), held_until?.getTime() ?? 0, deliver_at?.getTime() ?? 0));

/** Calls intents unknown whose lane is gone: it may have asked the carrier, and nobody asks twice. */
async function giveUpIntents(campaignId: number): Promise<void> {
  const old = sql`campaign_id = ${campaignId} and company_id = ${companyId()} and state = 'intent' and created_at < now() - make_interval(secs => ${intentMs / 1_000})`;
  const { rows } =
    await sql`select id from campaign_recipients where id in (select recipient_id from campaign_attempts where ${old}) order by id for no key update`.execute(
      currentTransaction(),
    );
  if (rows.length === 0) return;
  await sql`
    with gone as (update campaign_attempts set state = 'unknown', look_at = now() where ${old} returning recipient_id, number)
    update campaign_recipients r set state = 'unknown', at = now() from gone where r.id = gone.recipient_id and r.attempts = gone.number and r.state = 'sending'`.execute(
    currentTransaction(),
  );
}

/** Claims the next recipients, or ends or pauses the campaign where there are none. Statements of a group go to the database together; old intents are given up behind the counts, which read them as in flight either way. */
async function claim(services: Services, sender: Sender): Promise<Step> {
  const { campaign, numberId, from } = sender;
  const [{ tokens, waitMs }, , counts, inFlight, due] = await Promise.all([
    lockPace(numberId, getRate(services, from)),
    Promise.all([update(campaign.id, { wake_at: afterMs(leaseMs) }), giveUpIntents(campaign.id)]),
    currentTransaction().selectFrom('campaign_counts').selectAll().where('campaign_id', '=', campaign.id).executeTakeFirstOrThrow(),
    countInFlight(numberId),
    listDue(campaign.id),
  ]);
  const left = counts.waiting + counts.held;
  if (left === 0) return finish(services, campaign, counts);
  const sample = getSampleLeft(campaign, counts);
  if (sample <= 0) return counts.sending > 0 ? { do: 'wait', until: afterMs(500) } : pause(campaign.id, 'trickle', null);
  const room = windowSize - inFlight;
  if (room <= 0) return { do: 'wait', until: afterMs(1_000) };
  if (tokens <= 0) return { do: 'wait', until: afterMs(waitMs) };
  const candidates = due.slice(0, Math.min(room, tokens, sample));
  if (candidates.length === 0) return { do: 'wait', until: await findNextDue(campaign.id) };
  const [, owned, verdicts, media] = await Promise.all([
    lockRecipients(candidates),
    listOwned(candidates),
    judge(services, candidates),
    currentTransaction().selectFrom('campaign_media').select('file_id').where('campaign_id', '=', campaign.id).orderBy('position').execute(),
  ]);
  return commitIntents(
    services,
    { ...sender, media },
    candidates.filter(({ id }) => owned.has(id)),
    verdicts,
  );
}

/** Recipients whose turn has come, a window of them at most. */
const listDue = (campaignId: number): Promise<Candidate[]> =>
  currentTransaction()
    .selectFrom('campaign_recipients')
    .select(['id', 'e164', 'name', 'email', 'zones', 'attempts'])
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', ['waiting', 'held'])
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .orderBy('id')
    .limit(windowSize)
    .execute();

/** Holds those of the candidates that still wait and nobody else holds; their ids. */
async function listOwned(candidates: readonly Candidate[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select id from campaign_recipients
    where id = any (${candidates.map(({ id }) => id)}::bigint[]) and state in ('waiting', 'held') order by id for update skip locked`.execute(
    currentTransaction(),
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Recipients that the sample still lacks; all where the campaign has none. */
function getSampleLeft(
  { first_percent }: Campaign,
  counts: Record<'waiting' | 'held' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'unknown' | 'canceled', number>,
): number {
  if (first_percent === null) return Number.POSITIVE_INFINITY;
  const tried = counts.sending + counts.sent + counts.delivered + counts.undelivered + counts.failed + counts.unknown + counts.canceled;
  return Math.ceil(((tried + counts.waiting + counts.held) * first_percent) / 100) - tried;
}

/** Texts of a number nobody knows the end of, of whichever campaign. */
async function countInFlight(numberId: number): Promise<number> {
  const { count } = await currentTransaction()
    .selectFrom('campaign_counts')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_counts.campaign_id')
    .select(sql<number>`coalesce(sum(campaign_counts.sending + campaign_counts.unknown), 0)::int`.as('count'))
    .where('campaigns.company_id', '=', companyId())
    .where('campaigns.number_id', '=', numberId)
    .executeTakeFirstOrThrow();
  return count;
}

async function findNextDue(campaignId: number): Promise<Date> {
  const row = await currentTransaction()
    .selectFrom('campaign_recipients')
    .select('due_at')
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', ['waiting', 'held'])
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? new Date();
}

/** Takes the lines to several numbers, in the order of the numbers: STOP waits, and two lanes never wait for each other. */
async function lockRecipients(recipients: readonly Candidate[]): Promise<void> {
  const keys = recipients.map(({ e164 }) => `recipient:${companyId()}:${e164}`).sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as key`.execute(currentTransaction());
}

/** Nobody is left to be texted: the campaign is over once nobody is in flight. */
async function finish(
  { jobs }: Services,
  { id }: Campaign,
  counts: Record<'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'unknown', number>,
): Promise<Step> {
  if (counts.sending > 0) return { do: 'wait', until: afterMs(1_000) };
  const isRefused = counts.failed > 0 && counts.sent + counts.delivered + counts.undelivered + counts.unknown === 0;
  await become(id, isRefused ? 'failed' : 'sent');
  await jobs.enqueue(campaignItems, { companyId: companyId(), campaignId: id }, { key: `items-${id}` });
  return end;
}

interface Sender {
  readonly campaign: Campaign;
  readonly numberId: number;
  readonly from: string;
}

async function commitIntents(
  services: Services,
  { campaign, numberId, from, media }: Sender & { readonly media: readonly { readonly file_id: number }[] },
  candidates: readonly Candidate[],
  verdicts: Awaited<ReturnType<typeof judge>>,
): Promise<Step> {
  if (candidates.length === 0) return again;
  const apart = candidates.flatMap(({ id }): { id: number; state: RecipientState; reason: string; due: string | null }[] => {
    const verdict = verdicts.get(id);
    if (verdict?.kind === 'skip') return [{ id, state: 'skipped', reason: verdict.reason, due: null }];
    return verdict?.kind === 'hold' ? [{ id, state: 'held', reason: verdict.reason, due: verdict.until.toISOString() }] : [];
  });
  if (apart.length > 0) {
    await sql`update campaign_recipients r set state = t.state, reason = t.reason, due_at = coalesce(t.due, r.due_at), at = now()
      from jsonb_to_recordset(${JSON.stringify(apart)}::jsonb) as t (id bigint, state text, reason text, due timestamptz) where r.id = t.id`.execute(
      currentTransaction(),
    );
  }
  const going = candidates.filter(({ id }) => verdicts.get(id)?.kind === 'send');
  if (going.length === 0) return again;
  const texts = going.map((candidate) => {
    const { text } = renderFor(campaign, { name: candidate.name, email: candidate.email, number: candidate.e164 });
    return { id: candidate.id, text, ...measure(text, from, media.length > 0) };
  });
  const made = sql<{ attempt_id: string; recipient_id: number; number: number; e164: string }>`
    with claimed as (
      update campaign_recipients r set state = 'sending', reason = null, error_code = null, attempts = r.attempts + 1, at = now(), cost = t.price
      from jsonb_to_recordset(${JSON.stringify(texts.map(({ id, price }) => ({ id, price })))}::jsonb) as t (id bigint, price numeric)
      where r.id = t.id returning r.id, r.attempts, r.e164
    ), made as (
      insert into campaign_attempts (company_id, campaign_id, recipient_id, number, state)
      select ${companyId()}, ${campaign.id}, id, attempts, 'intent' from claimed returning id, recipient_id, number
    )
    select made.id as attempt_id, made.recipient_id, made.number, claimed.e164 from made join claimed on claimed.id = made.recipient_id`.execute(
    currentTransaction(),
  );
  const segments = texts.reduce((sum, text) => sum + text.segments, 0);
  const [{ rows }] = await Promise.all([made, takeTokens(numberId, segments)]);
  failpoint('campaign.lane: within the claim');
  const textOf = new Map(texts.map(({ id, text }) => [id, text]));
  const intents = rows.map((row) => ({
    attemptId: row.attempt_id,
    recipientId: Number(row.recipient_id),
    number: row.number,
    to: row.e164,
    body: textOf.get(Number(row.recipient_id)) ?? '',
  }));
  const mediaUrls = media.map(({ file_id }) => services.config.publicUrl + formatCarrierFileUrl(services.sealer, { fileId: file_id, companyId: companyId() }));
  return { do: 'send', numberId, from, mediaUrls, intents };
}

interface Told {
  readonly intent: Intent;
  readonly outcome: SendOutcome;
}

/** An outcome as it is written down. */
function toRow({ intent, outcome }: Told) {
  const row = { attempt: intent.attemptId, recipient: intent.recipientId, number: intent.number, sid: null, error: null, look: null, due: null, reason: null };
  if (outcome.kind === 'accepted') return { ...row, state: 'accepted', shown: 'sent', sid: outcome.carrierSid, look: afterMs(looks.accepted).toISOString() };
  if (outcome.kind === 'refused')
    return {
      ...row,
      state: 'refused',
      shown: outcome.errorCode === optedOutCode ? 'skipped' : 'failed',
      error: outcome.errorCode,
      reason: outcome.errorCode === optedOutCode ? 'opted_out' : null,
    };
  if (outcome.kind === 'unknown') return { ...row, state: 'unknown', shown: 'unknown', look: afterMs(looks.unknown).toISOString() };
  if (intent.number >= mostAttempts) return { ...row, state: 'retriable', shown: 'failed', error: 'carrier-away' };
  return { ...row, state: 'retriable', shown: 'waiting', due: afterMs(outcome.afterMs).toISOString() };
}

/** Writes down what the carrier said, in one statement. What a callback told earlier stays. Locks in the order of a claim: campaign, pace, recipients. */
async function settle(services: Services, campaignId: number, numberId: number, told: readonly Told[]): Promise<void> {
  const fault = told.map(({ outcome }) => (outcome.kind === 'refused' ? senderCodes.get(outcome.errorCode) : undefined)).find((words) => words !== undefined);
  const campaign = fault === undefined ? undefined : await lockCampaign(campaignId);
  const slow = Math.max(0, ...told.map(({ outcome }) => (outcome.kind === 'retriable' ? outcome.afterMs : 0)));
  if (slow > 0) await holdPace(numberId, slow);
  const held = sql`select id from campaign_recipients where id = any (${told.map(({ intent }) => intent.recipientId)}::bigint[]) order by id for no key update`;
  const settled = sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(told.map(toRow))}::jsonb)
        as t (attempt uuid, recipient bigint, number int, state text, shown text, sid text, error text, look timestamptz, due timestamptz, reason text)
    ), settled as (
      update campaign_attempts a set state = t.state, carrier_sid = t.sid, error_code = t.error, look_at = t.look,
        settled_at = case when t.state = 'unknown' then null else now() end
      from told t where a.id = t.attempt and a.company_id = ${companyId()} and a.state = 'intent' returning a.id
    )
    update campaign_recipients r set state = t.shown, error_code = t.error, reason = t.reason, due_at = coalesce(t.due, r.due_at), at = now(),
      cost = case when t.shown in ('sent', 'unknown') then r.cost else 0 end
    from told t join settled s on s.id = t.attempt where r.id = t.recipient and r.attempts = t.number and r.state = 'sending'`;
  const shown = () => services.jobs.enqueue(campaignItems, { companyId: companyId(), campaignId }, { key: `items-${campaignId}`, startAt: afterMs(1_000) });
  await Promise.all([held.execute(currentTransaction()), settled.execute(currentTransaction()), shown()]);
  failpoint('campaign.lane: within settling');
  if (fault !== undefined) {
    await returnRefused(told);
    if (campaign && isAtWork(campaign)) await pause(campaignId, 'carrier', fault);
  }
}

/** Recipients that were refused for the sender's sake wait again: the carrier surely did not take their texts. */
async function returnRefused(told: readonly Told[]): Promise<void> {
  const ids = told.flatMap(({ intent, outcome }) => (outcome.kind === 'refused' && senderCodes.has(outcome.errorCode) ? [intent.recipientId] : []));
  await sql`update campaign_recipients set state = 'waiting', error_code = null, at = now() where id = any (${ids}::bigint[]) and state = 'failed'`.execute(
    currentTransaction(),
  );
}
