/** Work on conversations as commands reach it: the call, what it does to the cache, and how it is taken back. */

import type { ConversationServices } from '#commands/conversations/types.ts';
import type { CommandResult } from '#commands/core/outcome.ts';
import { formatCount } from '#commands/core/rows.ts';
import type { RowSelection } from '#commands/core/types.ts';
import type { Conversation } from '#contract/conversations/entities.ts';
import type { ConversationAction } from '#contract/conversations/enums.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { runBulk, toBulkChoice } from '../../panes/bulk.ts';
import { type ServiceDeps, subjectReaders } from '../../panes/index.ts';
import { displayPhone } from '../../ui/index.ts';
import { dropItems, patchConversations, putConversations, putItems, recount, refetchConversations } from './cache.ts';
import { createItemsQuery, flattenItemPages, inboxViews, updateInboxFilter } from './data.ts';

const inverseActions: Readonly<Record<ConversationAction, ConversationAction>> = { archive: 'restore', restore: 'archive', read: 'unread', unread: 'read' };

const undoTitles: Readonly<Record<ConversationAction, string>> = { archive: 'Archive', restore: 'Restore', read: 'Mark read', unread: 'Mark unread' };

const actionPatches: Readonly<Record<ConversationAction, (conversation: Conversation) => Conversation>> = {
  archive: (conversation) => ({ ...conversation, isArchived: true }),
  restore: (conversation) => ({ ...conversation, isArchived: false }),
  read: (conversation) => ({ ...conversation, numUnreadItems: 0 }),
  unread: (conversation) => ({ ...conversation, numUnreadItems: Math.max(1, conversation.numUnreadItems) }),
};

export const formatConversationName = (conversation: Conversation): string => conversation.contact?.name || displayPhone(conversation.recipient);

/** The action on one or a few conversations, by their own calls. */
async function actOnFew(app: App, companyId: number, action: ConversationAction, ids: readonly number[]): Promise<void> {
  if (action === 'read' || action === 'unread') {
    await app.api.call('conversations.bulkUpdate', { companyId, body: { ids: [...ids], type: action } });
    patchConversations(app.queries, companyId, ids, actionPatches[action]);
    return;
  }
  const call = action === 'archive' ? 'conversations.archive' : 'conversations.restore';
  const answers = await Promise.all(ids.map((id) => app.api.call(call, { companyId, params: { id } })));
  putConversations(app.queries, companyId, answers);
  recount(app.queries, companyId);
}

function actAsBatch(deps: ServiceDeps, companyId: number, action: ConversationAction, on: RowSelection<'conversation'>): Promise<CommandResult> {
  const { isArchived, isUnread, numberIds, types, q } = on.filter ?? {};
  const filter = { isArchived, isUnread, numberIds: numberIds?.map(String), types, q };
  return runBulk(deps, {
    on,
    title: undoTitles[action],
    areas: ['conversations', 'counts', 'activity'],
    start: (key) => deps.app.api.call('conversations.bulkAction', { companyId, body: { key, action, ...toBulkChoice({ ...on, filter }, (ids) => ({ ids })) } }),
    undo: (key) => deps.app.api.call('conversations.undoBulkAction', { companyId, params: { key } }),
  });
}

const maxSingleCalls = 20;

export function createConversationServices(around: ServiceDeps): ConversationServices {
  const { app, workspace, handle } = around;
  const open: ConversationServices['open'] = (conversationId, where = 'here') => {
    if (where !== 'beside') workspace.follow({ kind: 'conversation', id: conversationId });
    workspace.open('conversation', where === 'beside' ? { id: String(conversationId) } : {}, where === 'beside' ? 'right' : 'auto');
  };
  const act: ConversationServices['act'] = async (action, on) => {
    const companyId = getCompanyId(app);
    if (on.mode === 'matching' || on.rows.length > maxSingleCalls) return actAsBatch(around, companyId, action, on);
    const changing = on.rows.filter(
      (row) => actionPatches[action](row).isArchived !== row.isArchived || actionPatches[action](row).numUnreadItems !== row.numUnreadItems,
    );
    const ids = (changing.length > 0 ? changing : on.rows).map((row) => row.id);
    await actOnFew(app, companyId, action, ids);
    return { undo: { title: undoTitles[action], run: () => actOnFew(app, companyId, inverseActions[action], ids) } };
  };
  return {
    act,
    open,
    archiveAndOpen: async (conversation, neighbour) => {
      handle('inbox')?.openNeighbour(conversation.id, neighbour);
      return act('archive', { kind: 'conversation', rows: [conversation], mode: 'cursor', count: 1 });
    },
    recipients: async (q, signal) => (await app.api.call('conversations.recipients', { companyId: getCompanyId(app), query: { q }, signal })).data,
    senders: async (recipient, signal) => (await app.api.call('conversations.senders', { companyId: getCompanyId(app), query: { recipient }, signal })).data,
    start: async (numberId, recipient) => {
      const companyId = getCompanyId(app);
      const begun = await app.api.call('conversations.begin', { companyId, body: { numberId, recipient } });
      if (app.get().companyId !== companyId) throw new Error('Another company is open now');
      app.queries.setQueryData(keys.of(companyId, 'conversations', 'one', begun.id), begun);
      workspace.follow(subjectReaders.conversation(begun));
      workspace.open('conversation');
      return begun.id;
    },
    readAllByType: async (type, numbers) => {
      const companyId = getCompanyId(app);
      const { updated } = await app.api.call('conversations.readAllByType', { companyId, body: { type, ...(numbers ? { numbers: [...numbers] } : {}) } });
      recount(app.queries, companyId);
      await refetchConversations(app.queries, companyId);
      return { message: `Marked ${formatCount(updated, 'item')} read` };
    },
    setSort: (sort) => inboxViews.change(getCompanyId(app), { sort }),
    filter: (changes) => {
      updateInboxFilter(getCompanyId(app), changes);
      if (!handle('inbox')) workspace.open('inbox');
    },
    moveInThread: (to) => handle('thread')?.moveInThread(to),
    expand: (which) => handle('thread')?.expand(which),
    ...createItemServices(app),
  };
}

/** Work on single items of a thread. */
function createItemServices(app: App): Pick<ConversationServices, 'readItem' | 'deleteItem' | 'deleteMessages' | 'mark' | 'markLatestCall'> {
  const mark: ConversationServices['mark'] = async (item, marks) => {
    const companyId = getCompanyId(app);
    if (item.details.kind !== 'call') throw new Error('Only calls can be marked');
    const { details } = item;
    const before = { isLead: details.isLead, isAppointment: details.isAppointment };
    const show = (now: Partial<typeof before>) => {
      putItems(app.queries, companyId, item.conversationId, [{ ...item, details: { ...details, ...now } }]);
      patchConversations(app.queries, companyId, [item.conversationId], (conversation) => ({ ...conversation, ...now }));
    };
    const save = async (now: Partial<typeof before>, otherwise: typeof before) => {
      show(now);
      try {
        const { ascOptions } = await app.api.call('calls.mark', { companyId, params: { id: details.callId }, body: { ascOptions: now } });
        putItems(app.queries, companyId, item.conversationId, [{ ...item, details: { ...details, ...ascOptions } }]);
      } catch (thrown) {
        show(otherwise);
        throw thrown;
      }
    };
    await save(marks, before);
    const back = { ...('isLead' in marks ? { isLead: before.isLead } : {}), ...('isAppointment' in marks ? { isAppointment: before.isAppointment } : {}) };
    return { undo: { title: 'Toggle lead or appointment', run: () => save(back, { ...before, ...marks }) } };
  };
  const deleteItem: ConversationServices['deleteItem'] = async (item) => {
    const companyId = getCompanyId(app);
    await app.api.call('conversations.deleteItem', { companyId, params: { id: item.conversationId, itemId: item.id } });
    dropItems(app.queries, companyId, item.conversationId, [item.id]);
    const restore = async () =>
      putItems(app.queries, companyId, item.conversationId, [
        await app.api.call('conversations.restoreItem', { companyId, params: { id: item.conversationId, itemId: item.id } }),
      ]);
    return { message: 'Deleted', undo: { title: 'Delete', run: restore } };
  };
  return {
    mark,
    deleteItem,
    readItem: async (item) => {
      const companyId = getCompanyId(app);
      putItems(app.queries, companyId, item.conversationId, [
        await app.api.call('conversations.readItem', { companyId, params: { id: item.conversationId, itemId: item.id } }),
      ]);
      return {};
    },
    deleteMessages: async (conversation) => {
      const companyId = getCompanyId(app);
      const params = { id: conversation.id };
      const { deleted, mark: mark_ } = await app.api.call('conversations.deleteMessages', { companyId, params });
      await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'conversations', 'items', conversation.id) });
      const restore = async () => {
        await app.api.call('conversations.restoreMessages', { companyId, params, body: { mark: mark_ } });
        await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'conversations', 'items', conversation.id) });
      };
      return { message: `Deleted ${formatCount(deleted, 'item')}`, undo: { title: 'Delete conversation', run: restore } };
    },
    markLatestCall: async (conversation, marks) => {
      const companyId = getCompanyId(app);
      const pages = await app.queries.fetchInfiniteQuery(createItemsQuery(app, companyId, conversation.id));
      const call = flattenItemPages(pages).findLast((item) => item.details.kind === 'call');
      if (!call) throw new Error('No call in this conversation');
      return mark(call, marks);
    },
  };
}
