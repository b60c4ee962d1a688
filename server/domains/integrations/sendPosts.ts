/** Posts conversions to a team chat: a thread for each conversation, which the first post of it begins. */
import { integrationLimits } from '#contract/integrations/limits.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import type { ChatPost, ChatReceipt } from '../../vendors/teamChat.ts';
import { type CallSubject, readCallSubject } from './callSubject.ts';
import type { conversionsSend } from './jobs.ts';
import { type Lane, runLane } from './lane.ts';
import { formatPost, isChatKind } from './posts.ts';

/** A post with the conversation it is about. */
interface Task {
  readonly post: ChatPost;
  readonly subject: CallSubject;
}

/** Sends what is due at a team chat (`runLane`). */
export async function sendPosts(services: Services, job: NonNullable<typeof conversionsSend.given>): Promise<void> {
  const { teamChat, config } = services;
  if (teamChat === null) return;
  const lane: Lane<Task, ChatReceipt> = {
    provider: 'team-chat',
    hours: integrationLimits.chatHours,
    staleReason: `Older than ${integrationLimits.chatHours} hours, so it wasn’t posted`,
    emptyReason: 'There is nothing to post about',
    isReceipt: (receipt) => 'ts' in receipt,
    isChosen: ({ channel }) => channel !== null,
    prepare: async ({ id, kind, callId }, { id: integrationId, channel }) => {
      const subject = await readCallSubject(callId);
      if (!subject || !isChatKind(kind) || channel === null) return null;
      const threadTs = await findThread(integrationId, channel.id, subject);
      return { subject, post: { channel: channel.id, text: formatPost(kind, subject, config.publicUrl), threadTs, key: String(id) } };
    },
    most: 1,
    send: (accessToken, tasks) =>
      Promise.all(
        tasks.map(async ({ post }) => {
          const outcome = await teamChat.post(accessToken, post);
          if (outcome.kind !== 'noThread') return outcome;
          return post.threadTs === null ? { kind: 'refused', reason: 'Slack misses a thread, though none was asked for' } : { kind: 'again' };
        }),
      ),
    withdraw: async (accessToken, receipt) => {
      const outcome = await teamChat.remove(accessToken, receipt);
      return outcome.kind === 'noThread' ? { kind: 'refused', reason: 'The post can’t be deleted' } : outcome;
    },
    onSent: async ({ post: { channel, threadTs }, subject }, outcome, integrationId) => {
      if (outcome.kind === 'accepted' && threadTs === null) await keepThread(integrationId, outcome.receipt, subject);
      if (outcome.kind === 'again' && threadTs !== null) await forgetThread(integrationId, { channel, ts: threadTs });
    },
    onWithdrawn: async (receipt, integrationId) => void (await forgetThread(integrationId, receipt)),
  };
  return runLane(services, job, lane);
}

async function findThread(integrationId: number, channel: string, { numberId, recipient }: CallSubject): Promise<string | null> {
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

/** Keeps the first post of a conversation: those that follow go into its thread. */
const keepThread = (integrationId: number, { channel, ts }: ChatReceipt, { numberId, recipient }: CallSubject) =>
  currentTransaction()
    .insertInto('chat_threads')
    .values({ company_id: companyId(), integration_id: integrationId, channel, number_id: numberId, recipient, ts })
    .onConflict((conflict) => conflict.columns(['integration_id', 'channel', 'number_id', 'recipient']).doUpdateSet({ ts }))
    .execute();

/** Forgets a thread whose first post is gone: the next post of its conversation begins another. */
const forgetThread = (integrationId: number, { channel, ts }: ChatReceipt) =>
  currentTransaction()
    .deleteFrom('chat_threads')
    .where('company_id', '=', companyId())
    .where('integration_id', '=', integrationId)
    .where('channel', '=', channel)
    .where('ts', '=', ts)
    .execute();
