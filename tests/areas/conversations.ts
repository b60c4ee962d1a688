/** Conversations: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import { addItem, findOrCreateConversation } from '#server/domains/conversations/repository.ts';
import type { AccessArea } from '../access/area.ts';
import { creator, lineOf, none, threadOf } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, onLine, shared } from '../access/rule.ts';
import { type InputOf, type RowContext, type ThreadGiven, within } from '../access/scene.ts';
import { byId, replyId } from '../client/reading.ts';

/** Inserts a conversation with one text. */
export const insertThread = (
  context: RowContext,
  { state, deletedBy, isFlagged }: ThreadGiven = {},
): Promise<{ readonly id: number; readonly itemId: number }> =>
  within(context, async () => {
    const { owner, lineId: numberId, mark } = context;
    const recipient = outsider();
    const { id } = await findOrCreateConversation({ numberId, recipient });
    const item = await addItem({
      conversationId: id,
      numberId,
      recipient,
      type: 'message',
      isInbound: state === undefined,
      createdAt: new Date(),
      body: `${mark} message`,
      deliveryState: state ?? 'received',
      optOutReview: isFlagged ? 'open' : null,
      sendAt: state === 'held' || state === 'scheduled' ? new Date(Date.now() + 3_600_000) : null,
    });
    if (deletedBy !== undefined) await owner.updateTable('items').set({ deleted_at: new Date(), deletion_mark: deletedBy }).where('id', '=', item.id).execute();
    return { id, itemId: item.id };
  });

const byThread: InputOf = async (scene) => ({ params: { id: (await threadOf(scene)).id } });

const byItem: InputOf = async (scene) => {
  const { id, itemId } = await threadOf(scene);
  return { params: { id, itemId } };
};

export const conversations: AccessArea = {
  inputs: {
    list: none,
    bulkUpdate: async (scene) => ({ body: { ids: [(await threadOf(scene)).id], type: 'read' } }),
    bulkAction: async (scene) => ({ body: { key: randomKey('bulk'), action: 'read', ids: [(await threadOf(scene)).id], count: 1 } }),
    undoBulkAction: async (scene) => ({ params: { key: await scene.rows.batch('conversations.read', creator(scene)) } }),
    get: byThread,
    standing: byThread,
    recipients: () => ({ query: { q: 'Dana' } }),
    senders: () => ({ query: { recipient: outsider() } }),
    begin: (scene) => ({ body: { numberId: scene.rows.lines[lineOf(scene)].id, recipient: outsider() } }),
    readAll: async (scene) => ({ ...(await byThread(scene)), body: { type: 'read', returnCountByNumber: true } }),
    item: byItem,
    deleteItem: byItem,
    restoreItem: async (scene) => {
      const { id, itemId } = await threadOf(scene, { deletedBy: 'by hand' });
      return { params: { id, itemId } };
    },
    deleteMessages: byThread,
    restoreMessages: async (scene) => ({ params: { id: (await threadOf(scene, { deletedBy: 'a-mark' })).id }, body: { mark: 'a-mark' } }),
    readItem: byItem,
    readAllByType: async (scene) => {
      await threadOf(scene);
      return { body: { type: 'messages', numbers: [scene.rows.lines[lineOf(scene)].id] } };
    },
    items: async (scene) => ({ params: { conversationId: (await threadOf(scene)).id } }),
    search: async (scene) => {
      await threadOf(scene);
      return { query: { q: 'message' } };
    },
    itemsOfNumbers: (scene) => ({ query: { numbers: scene.rows.lines[lineOf(scene)].id } }),
    archive: byThread,
    restore: byThread,
    batch: async (scene) => ({ params: { batchId: await scene.rows.batch('conversations.read', creator(scene)) } }),
  },
  policy: {
    list: company('read the inbox'),
    // Ids that are not the caller's are passed over.
    bulkUpdate: onLine('manage conversations'),
    // The count that was shown is not the count that is found.
    bulkAction: onLine('manage conversations', 409),
    undoBulkAction: onLine('manage conversations'),
    get: onLine('read the inbox'),
    readAll: onLine('manage conversations'),
    item: onLine('read the inbox'),
    deleteItem: onLine('manage conversations'),
    restoreItem: onLine('manage conversations'),
    deleteMessages: onLine('manage conversations'),
    restoreMessages: onLine('manage conversations'),
    readItem: onLine('manage conversations'),
    readAllByType: onLine('manage conversations'),
    items: onLine('read the inbox'),
    search: company('read the inbox'),
    itemsOfNumbers: onLine('read the inbox', 'ok'),
    archive: onLine('manage conversations'),
    restore: onLine('manage conversations'),
    recipients: company('text people'),
    senders: company('text people'),
    begin: onLine('text people'),
    standing: onLine('read the inbox'),
    // A batch that is not there is answered as one without progress.
    batch: shared('read the inbox', 'ok'),
  },
  reads: {
    begin: byId(routes.conversations.get, replyId),
  },
  toldAs: {
    'begin.numberId': 'id',
  },
  excuses: [
    {
      does: 'chooses conversations and says what becomes of them',
      shownBy: 'server/bulk.test.ts: archive all that match, once a key, and are taken back exactly',
      fields: ['bulkAction'],
    },
    {
      does: 'marks conversations, which tell what is unread',
      shownBy: 'client/readBack.server.test.ts: conversations: read, unread, archive and restore are read back',
      fields: ['bulkUpdate', 'readAll', 'readAllByType'],
    },
    {
      does: 'names what was emptied',
      shownBy: 'server/conversations.test.ts: empties a conversation under a mark, and brings back exactly that',
      fields: ['restoreMessages.mark'],
    },
  ],
};
