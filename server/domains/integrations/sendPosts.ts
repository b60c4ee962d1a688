/**
 * Posts to a team chat, one after the other: claims the next conversion, commits the intent, asks the vendor, settles what it said. One lane per integration, so that the
 * first post of a conversation is there before the second goes into its thread. An intent is a one-way door, as everywhere in the outbox.
 */
import { sql } from 'kysely';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import type { ChatOutcome, ChatPost } from '../../teamChat/teamChat.ts';
import { getGrant, markLost } from './grants.ts';
import { backOff, type ConversionPatch, closeLostIntents, heldAgain, updateConversions } from './outbox.ts';
import { formatPost, isChatKind, type PostSubject, readPostSubject } from './posts.ts';
import type { Receipt } from './tables.ts';

/** Time a job works before others have their turn. */
const turnMs = 20_000;

interface Job {
  readonly companyId: number;
  readonly integrationId: number;
}

/** The next thing to do: a post, or the deletion of one. */
type Claim =
  | { readonly does: 'post'; readonly id: number; readonly attempts: number; readonly subject: PostSubject; readonly post: ChatPost }
  | { readonly does: 'remove'; readonly id: number; readonly attempts: number; readonly receipt: Receipt }
  | { readonly does: 'nothing' };

/** Posts and withdraws what is due. Safe to run again from the start, at any point, and beside itself. Throws `VendorSilentError` where tokens can't be renewed: the job runs again. */
export async function sendPosts(services: Services, { companyId: company, integrationId }: Job): Promise<void> {
  const { teamChat } = services;
  const within = <T>(work: () => Promise<T>): Promise<T> => services.tenancy.company([company], null, work);
  const turnEnd = Date.now() + turnMs;
  while (teamChat !== null && Date.now() < turnEnd) {
    const grant = await getGrant(services, { membership: { companyId: company }, authUser: null }, 'team-chat', integrationId);
    if (grant === null) return void (await within(() => closeLostIntents(integrationId, new Date())));
    const claim = await within(() => claimNext(services, integrationId, new Date()));
    if (claim === null) return;
    if (claim.does === 'nothing') continue;
    failpoint('conversions.send: after the intents');
    const outcome = await (claim.does === 'post' ? teamChat.post(grant.accessToken, claim.post) : teamChat.remove(grant.accessToken, claim.receipt));
    failpoint('conversions.send: after the answers');
    const goesOn = await within(async () => {
      if (outcome.kind === 'lost') await markLost(integrationId, grant.secret, outcome.reason);
      await (claim.does === 'post' ? settlePost(integrationId, claim, outcome, new Date()) : settleRemoval(integrationId, claim, outcome, new Date()));
      recordChange({ kind: 'integration-updated', id: integrationId });
      return outcome.kind !== 'lost' && outcome.kind !== 'unsent';
    });
    if (!goesOn) return;
  }
}

/** Locks the integration and claims what is next. Null: nothing is left to do, or another process is at it. */
async function claimNext({ config }: Services, integrationId: number, now: Date): Promise<Claim | null> {
  const integration = await currentTransaction()
    .selectFrom('integrations')
    .select(['is_active', 'needs_reconnect', 'channel'])
    .where('company_id', '=', companyId())
    .where('id', '=', integrationId)
    // Locked: no intent follows once it is turned off; conversions may still be added.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!integration) return null;
  await closeLostIntents(integrationId, now);
  const { channel } = integration;
  if (!integration.is_active || integration.needs_reconnect || channel === null) return null;
  const own = currentTransaction().selectFrom('conversions').where('company_id', '=', companyId()).where('integration_id', '=', integrationId);
  if (await own.select('id').where('state', '=', 'intent').executeTakeFirst()) return null;
  const gone = await own
    .select(['id', 'attempts', 'receipt'])
    .where('state', '=', 'accepted')
    .where('is_marked', '=', false)
    .where('receipt', 'is not', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .executeTakeFirst();
  if (gone?.receipt && 'ts' in gone.receipt) return { does: 'remove', id: gone.id, attempts: gone.attempts + 1, receipt: gone.receipt };
  const due = await own
    .select(['id', 'kind', 'call_id', 'occurred_at', 'attempts'])
    .where('state', '=', 'held')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .executeTakeFirst();
  if (!due) return null;
  if (due.occurred_at.getTime() < now.getTime() - integrationLimits.chatHours * 3_600_000) {
    await updateConversions([due.id], { state: 'refused', reason: `Older than ${integrationLimits.chatHours} hours, so it wasn’t posted` });
    return { does: 'nothing' };
  }
  const subject = due.call_id === null ? undefined : await readPostSubject(due.call_id);
  if (!subject || !isChatKind(due.kind)) {
    await updateConversions([due.id], { state: 'refused', reason: 'There is nothing to post about' });
    return { does: 'nothing' };
  }
  await updateConversions([due.id], { state: 'intent', attempted_at: now, reason: null });
  const text = formatPost(due.kind, subject, config.publicUrl);
  const threadTs = await findThread(integrationId, channel.id, subject);
  return { does: 'post', id: due.id, attempts: due.attempts + 1, subject, post: { channel: channel.id, text, threadTs, key: String(due.id) } };
}

async function findThread(integrationId: number, channel: string, { numberId, recipient }: PostSubject): Promise<string | null> {
  const row = await currentTransaction()
    .selectFrom('chat_threads')
    .select('ts')
    .where('company_id', '=', companyId())
    .where('integration_id', '=', integrationId)
    .where('channel', '=', channel)
    .where('number_id', '=', numberId)
    .where('recipient', '=', recipient)
    .executeTakeFirst();
  return row?.ts ?? null;
}

/** Forgets a thread whose first post is gone: the next post of its conversation begins another. */
const forgetThread = (integrationId: number, channel: string, ts: string) =>
  currentTransaction()
    .deleteFrom('chat_threads')
    .where('company_id', '=', companyId())
    .where('integration_id', '=', integrationId)
    .where('channel', '=', channel)
    .where('ts', '=', ts)
    .execute();

const patchIntegration = (integrationId: number, patch: { readonly problem: string | null; readonly last_sent_at?: Date }) =>
  currentTransaction().updateTable('integrations').set(patch).where('company_id', '=', companyId()).where('id', '=', integrationId).execute();

/** Writes down what became of a post. An intent that was given up in the meantime stays as it is. */
async function settlePost(integrationId: number, claim: Extract<Claim, { does: 'post' }>, outcome: ChatOutcome, now: Date): Promise<void> {
  const { id, attempts, post, subject } = claim;
  const settle = (patch: ConversionPatch) =>
    currentTransaction()
      .updateTable('conversions')
      .set({ attempts, ...patch })
      .where('company_id', '=', companyId())
      .where('id', '=', id)
      .where('state', '=', 'intent')
      .execute();
  switch (outcome.kind) {
    case 'accepted':
      await settle({ state: 'accepted', sent_at: now, due_at: now, reason: null, receipt: JSON.stringify({ channel: post.channel, ts: outcome.ts }) });
      if (post.threadTs === null)
        await currentTransaction()
          .insertInto('chat_threads')
          .values({
            company_id: companyId(),
            integration_id: integrationId,
            channel: post.channel,
            number_id: subject.numberId,
            recipient: subject.recipient,
            ts: outcome.ts,
          })
          .onConflict((conflict) => conflict.columns(['integration_id', 'channel', 'number_id', 'recipient']).doUpdateSet({ ts: outcome.ts }))
          .execute();
      await patchIntegration(integrationId, { problem: null, last_sent_at: now });
      return;
    case 'refused':
      await settle({ state: 'refused', reason: outcome.reason });
      await patchIntegration(integrationId, { problem: outcome.reason });
      return;
    case 'unknown':
      await settle({ state: 'unknown', reason: outcome.reason });
      return;
    case 'noThread':
      if (post.threadTs === null) await settle({ state: 'refused', reason: 'Slack misses a thread, though none was asked for' });
      else {
        await settle({ state: heldAgain, due_at: now });
        await forgetThread(integrationId, post.channel, post.threadTs);
      }
      return;
    case 'lost':
      await settle({ state: heldAgain, due_at: now, reason: outcome.reason });
      return;
    case 'unsent':
      await settle({ state: heldAgain, reason: outcome.reason });
      await postpone(integrationId, new Date(now.getTime() + backOff(attempts, outcome.afterMs)));
  }
}

/** The vendor slows the whole lane down, not one post. */
const postpone = (integrationId: number, until: Date) =>
  currentTransaction()
    .updateTable('conversions')
    .set({ due_at: sql<Date>`greatest(due_at, ${until})` })
    .where('company_id', '=', companyId())
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'held')
    .execute();

/** Writes down what became of the deletion of a post. One whose answer was lost is asked again: a post that is gone counts as deleted. */
async function settleRemoval(integrationId: number, claim: Extract<Claim, { does: 'remove' }>, outcome: ChatOutcome, now: Date): Promise<void> {
  const { id, attempts, receipt } = claim;
  if (outcome.kind === 'accepted') {
    await updateConversions([id], {
      attempts: 0,
      receipt: null,
      sent_at: null,
      // Marked again meanwhile: it is posted again.
      state: heldAgain,
      due_at: now,
      reason: null,
    });
    await forgetThread(integrationId, receipt.channel, receipt.ts);
  } else if (outcome.kind === 'refused' || outcome.kind === 'noThread') {
    const reason = outcome.kind === 'refused' ? outcome.reason : 'The post can’t be deleted';
    await updateConversions([id], { attempts, receipt: null, reason });
  } else if (outcome.kind !== 'lost') {
    const afterMs = outcome.kind === 'unsent' ? outcome.afterMs : 5_000;
    await updateConversions([id], { attempts, due_at: new Date(now.getTime() + backOff(attempts, afterMs)) });
  }
}
