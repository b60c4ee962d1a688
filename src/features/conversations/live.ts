/** Applies changes from the channel to lists and threads: nothing is fetched twice, rows move only when the data changed. */

import type { Change } from '#contract/core/realtime.ts';
import type { App } from '../../api/app.ts';
import { isOfKind } from '../../api/changeFeed.ts';
import { toPlainError } from '../../api/errors.ts';
import { dropItems, findItemsPosition, putConversations, putItems, refetchConversations } from './cache.ts';
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
  const { data, meta } = await app.api.call('conversations.items', { companyId, params: { conversationId }, query: { sync: position } });
  putItems(app.queries, companyId, conversationId, data, meta.position);
  for (const item of data) if (item.clientId !== null) outgoing.confirm(companyId, conversationId, item);
}

/** Mends what one lot of changes of a company touched. */
async function applyChanges(context: LiveContext, companyId: number, changes: readonly Change[]): Promise<void> {
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
    return;
  }
  const requests = Promise.allSettled(touched.map((id) => app.api.call('conversations.get', { companyId, params: { id } })));
  const [fetched] = await Promise.all([requests, threads]);
  if (app.get().companyId !== companyId) return;
  putConversations(
    queries,
    companyId,
    fetched.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])),
  );
  const gone = touched.filter((_, at) => fetched[at]?.status === 'rejected' && toPlainError(fetched[at].reason).status === 404);
  if (gone.length > 0) await refetchConversations(queries, companyId);
}

/** Listens for as long as the app lives. Returns how to stop. */
export function listenToConversations(app: App, outgoing: Outbox): () => void {
  return app.changes.subscribe((changes) => {
    const { companyId, permissions } = app.get();
    // Users without permission to read conversations receive events of calls all the same: fetching each would be refused.
    if (!permissions.has('conversations.read')) return;
    const ours = changes.filter((change) => change.companyId === companyId);
    if (companyId === null || ours.length === 0) return;
    if (ours.some((change) => change.conversationId !== undefined))
      void applyChanges({ app, outgoing }, companyId, ours).catch(() => refetchConversations(app.queries, companyId));
    if (ours.some((change) => isOfKind(change, ['batch-progress']) && change.batch?.finishedAt)) void refetchConversations(app.queries, companyId);
  });
}
