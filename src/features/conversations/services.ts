/** Work on conversations as commands reach it: the call, what it does to the cache, and how it is taken back. */

import type { ConversationServices } from '#commands/conversations/types.ts';
import type { ChangeResult } from '#commands/core/outcome.ts';
import { formatCount } from '#commands/core/rows.ts';
import type { RowSelection } from '#commands/core/types.ts';
import type { Conversation } from '#contract/conversations/entities.ts';
import type { ConversationAction } from '#contract/conversations/enums.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { runBulk, toBulkChoice } from '../../panes/bulk.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { patchConversations, putConversations, recount } from './cache.ts';
import { inboxViews, updateInboxFilter } from './data.ts';

const inverseActions: Readonly<Record<ConversationAction, ConversationAction>> = { archive: 'restore', restore: 'archive', read: 'unread', unread: 'read' };

const results: Readonly<Record<ConversationAction, string>> = { archive: 'archived', restore: 'restored', read: 'marked read', unread: 'marked unread' };

/** Says what happened: "Conversation archived", "3 conversations archived". */
const formatResult = (action: ConversationAction, count: number): string =>
  `${count === 1 ? 'Conversation' : formatCount(count, 'conversation')} ${results[action]}`;

const batchTitles: Readonly<Record<ConversationAction, string>> = { archive: 'Archive', restore: 'Restore', read: 'Mark read', unread: 'Mark unread' };

const actionPatches: Readonly<Record<ConversationAction, (conversation: Conversation) => Conversation>> = {
  archive: (conversation) => ({ ...conversation, isArchived: true }),
  restore: (conversation) => ({ ...conversation, isArchived: false }),
  read: (conversation) => ({ ...conversation, numUnreadItems: 0 }),
  unread: (conversation) => ({ ...conversation, numUnreadItems: Math.max(1, conversation.numUnreadItems) }),
};

const isReadState = (action: ConversationAction): action is 'read' | 'unread' => action === 'read' || action === 'unread';

/** The action on one or a few conversations, by their own calls. */
async function actOnFew(app: App, companyId: number, action: ConversationAction, ids: readonly number[]): Promise<void> {
  if (isReadState(action)) {
    await app.api.call('conversations.bulkUpdate', { companyId, body: { ids: [...ids], type: action } });
    patchConversations(app.queries, companyId, ids, actionPatches[action]);
    return;
  }
  const call = action === 'archive' ? 'conversations.archive' : 'conversations.restore';
  const answers = await Promise.all(ids.map((id) => app.api.call(call, { companyId, params: { id } })));
  putConversations(app.queries, companyId, answers);
  recount(app.queries, companyId);
}

function actAsBatch(deps: ServiceDeps, companyId: number, action: ConversationAction, on: RowSelection<'conversation'>): Promise<ChangeResult> {
  const { isArchived, isUnread, numberIds, types, q } = on.filter ?? {};
  const filter = { isArchived, isUnread, numberIds: numberIds?.map(String), types, q };
  return runBulk(deps, {
    on,
    title: batchTitles[action],
    areas: ['conversations', 'counts', 'activity'],
    start: (key) => deps.app.api.call('conversations.bulkAction', { companyId, body: { key, action, ...toBulkChoice({ ...on, filter }, (ids) => ({ ids })) } }),
    undo: (key) => deps.app.api.call('conversations.undoBulkAction', { companyId, params: { key } }),
  });
}

const maxSingleCalls = 20;

export function createConversationServices(around: ServiceDeps): ConversationServices {
  const { app, workspace, handle } = around;
  const items = deferServices(async () => (await import('./itemServices.ts')).createItemServices(around));
  const open: ConversationServices['open'] = (conversationId, where = 'here') => {
    if (where === 'beside') workspace.open('conversation', { id: String(conversationId) }, 'right');
    else workspace.show({ kind: 'conversation', id: conversationId });
  };
  const act: ConversationServices['act'] = async (action, on) => {
    const companyId = getCompanyId(app);
    if (on.mode === 'matching' || on.rows.length > maxSingleCalls) return actAsBatch(around, companyId, action, on);
    const changing = on.rows.filter(
      (row) => actionPatches[action](row).isArchived !== row.isArchived || actionPatches[action](row).numUnreadItems !== row.numUnreadItems,
    );
    // What a search found may be several items of one conversation.
    const ids = [...new Set((changing.length > 0 ? changing : on.rows).map((row) => row.id))];
    await actOnFew(app, companyId, action, ids);
    const undo = async () => {
      await actOnFew(app, companyId, inverseActions[action], ids);
      const [only] = ids;
      // The row is back in the list in front: the cursor stands on it again.
      const isListed = workspace.get().layout.view === 'inbox' && (inboxViews.get(companyId).filter.isArchived ?? false) === (action === 'restore');
      if (ids.length === 1 && only !== undefined && isListed && !isReadState(action)) workspace.follow({ kind: 'conversation', id: only });
    };
    return { message: formatResult(action, ids.length), undo: { run: undo } };
  };
  return {
    act,
    open,
    archiveAndOpen: async (conversation, neighbour) => {
      handle('inbox')?.openNeighbour(conversation.id, neighbour);
      return act('archive', { kind: 'conversation', rows: [conversation], mode: 'cursor', count: 1 });
    },
    recipients: (q, signal) => items.recipients(q, signal),
    senders: (recipient, signal) => items.senders(recipient, signal),
    start: (numberId, recipient) => items.start(numberId, recipient),
    readAllByType: (type, numbers) => items.readAllByType(type, numbers),
    setSort: (sort) => inboxViews.change(getCompanyId(app), { sort }),
    filter: (changes) => {
      updateInboxFilter(getCompanyId(app), changes);
      if (!handle('inbox')) workspace.open('inbox');
    },
    search: (line) => {
      const companyId = getCompanyId(app);
      inboxViews.change(companyId, { filter: { ...inboxViews.get(companyId).filter, q: line }, searchIn: 'messages' });
      workspace.open('inbox');
    },
    toggleSearchIn: (which) => {
      const companyId = getCompanyId(app);
      inboxViews.change(companyId, { searchIn: inboxViews.get(companyId).searchIn === which ? undefined : which });
    },
    moveInThread: (to) => handle('thread')?.moveInThread(to),
    expand: (which) => handle('thread')?.expand(which),
    readItem: (item) => items.readItem(item),
    deleteItem: (item) => items.deleteItem(item),
    deleteMessages: (conversation) => items.deleteMessages(conversation),
    mark: (item, marks) => items.mark(item, marks),
    markLatestCall: (conversation, marks) => items.markLatestCall(conversation, marks),
  };
}
