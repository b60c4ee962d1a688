/** Conversations over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import { checkNumbers, limitToAccessibleNumbers } from '../../access/numbers.ts';
import { createBatch, readBatch, undoBatch } from '../../batches/batches.ts';
import { selectedRows } from '../../batches/selection.ts';
import { type Cause, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers } from '../../http/handlers.ts';
import { countUnreadByNumber } from '../notifications/unreadCounts.ts';
import { toBatchType } from './batches.ts';
import { listRecipients, listSenders, loadStanding, startConversation } from './beginning.ts';
import { itemTypeOfKind, selectConversations } from './filter.ts';
import { getItem, listConversationItems, listNewestItems } from './itemQueries.ts';
import { searchItems } from './itemSearch.ts';
import { checkNoteOfItem } from './noteAccess.ts';
import { checkConversation, checkConversations, getConversation, listConversations } from './queries.ts';
import { markItemRead, markKindRead, markRead, markUnread, setArchived } from './readState.ts';
import { deleteItem, deleteMessages, restoreItem, restoreMessages } from './removal.ts';

const listed = <Row>(data: Row[]) => ({ data, meta: { total: data.length } });
const by = (authUser: AuthUser): Cause => ({ actorId: authUser.userId });

export const handlers: Handlers<typeof routes.conversations> = {
  recipients: async ({ query, membership, authUser, services }) => listed(await listRecipients(services, authUser, membership, query.q)),

  senders: async ({ query, membership, authUser }) => listed(await listSenders(membership, authUser, query.recipient)),

  begin: ({ body, membership }) => startConversation(membership, body),

  standing: ({ params, membership, services }) => loadStanding(services, membership, params.id),

  list: ({ query, membership, authUser, services }) => {
    const { isArchived, isUnread, numberIds, types, q, ...page } = query;
    return listConversations(services.sealer, membership, { isArchived, isUnread, numberIds, types, q }, page, authUser.userId);
  },

  get: ({ params, membership }) => getConversation(membership, params.id),

  bulkUpdate: async ({ body, membership, authUser }) => {
    const ids = await checkConversations(membership, body.ids);
    const changes = await (body.type === 'read' ? markRead : markUnread)(ids, by(authUser));
    return { updated: changes.size };
  },

  bulkAction: async ({ body, membership, authUser, services }) => {
    const chosen = selectedRows({
      all: body.all !== undefined,
      ids: body.ids,
      field: 'ids',
      filter: body.filter,
      flat: {},
      count: body.count,
      matching: (wanted) => selectConversations(wanted, membership).select('conversations.id'),
      among: () =>
        currentTransaction()
          .selectFrom('conversations')
          .select('conversations.id')
          .where('conversations.company_id', '=', membership.companyId)
          .where(limitToAccessibleNumbers('conversations.number_id', membership.numberIds)),
    });
    return createBatch(services.jobs, { key: body.key, type: toBatchType(body.action), createdBy: authUser.userId, chosen });
  },

  undoBulkAction: ({ params, authUser, membership, services }) =>
    undoBatch(services.jobs, params.key, (type) => type.startsWith('conversations.'), { authUser, membership }),

  batch: ({ params }) => readBatch(params.batchId),

  readAll: async ({ params, body, membership, authUser }) => {
    await checkConversation(membership, params.id);
    const changes = await (body.type === 'read' ? markRead : markUnread)([params.id], by(authUser));
    const updated = [...changes.values()].reduce((sum, items) => sum + items.length, 0);
    return body.returnCountByNumber ? { updated, countByNumber: await countUnreadByNumber(membership, authUser.userId) } : { updated };
  },

  readAllByType: async ({ body, membership, authUser }) => {
    const type = itemTypeOfKind[body.type];
    if (!type) throw new AppError('invalid', { field: 'type' });
    return { updated: await markKindRead(type, await checkNumbers(membership, body.numbers), by(authUser)) };
  },

  item: async ({ params, membership, services }) => {
    await checkConversation(membership, params.id);
    return getItem(services, params.id, params.itemId);
  },

  readItem: async ({ params, membership, authUser, services }) => {
    await checkConversation(membership, params.id);
    await getItem(services, params.id, params.itemId);
    await markItemRead({ id: params.itemId, conversationId: params.id }, by(authUser));
    return getItem(services, params.id, params.itemId);
  },

  deleteItem: async ({ params, membership, authUser }) => {
    await checkConversation(membership, params.id);
    await checkNoteOfItem(membership, authUser, params.itemId);
    await deleteItem(params.id, params.itemId, by(authUser));
    return undefined;
  },

  restoreItem: async ({ params, membership, authUser, services }) => {
    await checkConversation(membership, params.id);
    await checkNoteOfItem(membership, authUser, params.itemId);
    await restoreItem(params.id, params.itemId, by(authUser));
    return getItem(services, params.id, params.itemId);
  },

  deleteMessages: async ({ params, membership, authUser }) => {
    await checkConversation(membership, params.id);
    return deleteMessages(params.id, by(authUser), membership.may('notes.manage') ? 'everyone' : authUser.userId);
  },

  restoreMessages: async ({ params, body, membership, authUser }) => {
    await checkConversation(membership, params.id);
    return { restored: await restoreMessages(params.id, body.mark, by(authUser)) };
  },

  items: async ({ params, query, membership, services }) => {
    await checkConversation(membership, params.conversationId);
    return listConversationItems(services, params.conversationId, query);
  },

  search: ({ query, membership, authUser, services }) => searchItems(services, membership, authUser, query),

  itemsOfNumbers: ({ query, membership, services }) => listNewestItems(services, membership, query.numbers, query),

  archive: async ({ params, membership, authUser }) => {
    await checkConversation(membership, params.id);
    await setArchived([params.id], true, by(authUser));
    return getConversation(membership, params.id);
  },

  restore: async ({ params, membership, authUser }) => {
    await checkConversation(membership, params.id);
    await setArchived([params.id], false, by(authUser));
    return getConversation(membership, params.id);
  },
};
