/** Applies changes from the channel to lists and threads: nothing is fetched twice, rows move only when the data changed. */

import type { Change } from '#contract/core/realtime.ts';
import type { App } from '../../api/app.ts';
import { isOfKind } from '../../api/changeFeed.ts';
import { createLots } from '../../api/lots.ts';
import { retryOnce } from '../../api/retryOnce.ts';
import { dropItems, findItemsPosition, isChangedSince, putConversations, putItems, refetchConversations } from './cache.ts';
import type { Outbox } from './outbox.ts';

/** More conversations than this in one lot are fetched as lists. */
const maxSingleFetches = 12;

interface LiveContext {
  readonly app: App;
  readonly outgoing: Outbox;
}

async function refetchItems({ app, outgoing }: LiveContext, companyId: number, conversationId: number): Promise<void> {
  const position = findItemsPosition(app.queries, companyId, conversationId);
  if (position === null) return;
  const ask = (signal: AbortSignal) => app.api.call('conversations.items', { companyId, params: { conversationId }, query: { sync: position }, signal });
  const { data, meta } = await retryOnce(ask);
  putItems(app.queries, companyId, conversationId, data, meta.position);
  for (const item of data) if (item.clientId !== null) outgoing.confirm(companyId, conversationId, item);
}

/** Mends what one lot of changes of a company touched. Returns ids of conversations to ask for again: they changed here while the answer was on its way. */
async function applyChanges(context: LiveContext, companyId: number, changes: readonly Change[]): Promise<readonly number[]> {
  const { app } = context;
  const { queries } = app;
  for (const change of changes)
    if (isOfKind(change, ['item-deleted']) && change.id !== undefined && change.conversationId !== undefined)
      dropItems(queries, companyId, change.conversationId, [change.id]);
  const touched = [...new Set(changes.flatMap((change) => (change.conversationId === undefined ? [] : [change.conversationId])))];
  const threads = Promise.all(touched.map((id) => refetchItems(context, companyId, id)));
  if (touched.length > maxSingleFetches) {
    await threads;
    await refetchConversations(queries, companyId);
    return [];
  }
  const askedAt = Date.now();
  const ask = (id: number) => retryOnce((signal) => app.api.call('conversations.get', { companyId, params: { id }, signal }));
  const [fetched] = await Promise.all([Promise.allSettled(touched.map(ask)), threads]);
  if (app.get().companyId !== companyId) return [];
  const again = touched.filter((id) => isChangedSince(queries, companyId, id, askedAt));
  const answers = fetched.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  putConversations(
    queries,
    companyId,
    answers.filter(({ id }) => !again.includes(id)),
  );
  if (answers.length < fetched.length) await refetchConversations(queries, companyId);
  return again;
}

/** Listens for as long as the app lives. Returns how to stop. */
export function listenToConversations(app: App, outgoing: Outbox): () => void {
  const apply = createLots(async (changes: readonly Change[]) => {
    const { companyId } = app.get();
    // Conversations of a company that was left are in none of the caches.
    const ours = changes.filter((change) => change.companyId === companyId);
    if (companyId === null || ours.length === 0) return;
    const again = await applyChanges({ app, outgoing }, companyId, ours).catch(() => null);
    if (again === null) await refetchConversations(app.queries, companyId);
    else if (again.length > 0) apply(ours.filter(({ conversationId }) => conversationId !== undefined && again.includes(conversationId)));
  });
  return app.changes.subscribe((changes) => {
    const { companyId, permissions } = app.get();
    // Users without permission to read conversations receive events of calls all the same: fetching each would be refused.
    if (!permissions.has('conversations.read')) return;
    const ours = changes.filter((change) => change.companyId === companyId);
    if (companyId === null || ours.length === 0) return;
    const ofConversations = ours.filter((change) => change.conversationId !== undefined);
    if (ofConversations.length > 0) apply(ofConversations);
    if (ours.some((change) => isOfKind(change, ['batch-progress']) && change.batch?.finishedAt)) void refetchConversations(app.queries, companyId);
  });
}
