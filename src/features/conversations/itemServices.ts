/** Work on single items of a thread, on all of a kind, and the beginning of one, as commands reach it: the call, what it does to the cache, and how it is taken back. */
import type { ConversationServices } from '#commands/conversations/types.ts';
import { formatCount } from '#commands/core/rows.ts';
import { getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { type ServiceDeps, subjectReaders } from '../../panes/index.ts';
import { formatMarks } from '../../shared/callMarks.ts';
import { dropItems, patchConversations, putItems, recount, refetchConversations } from './cache.ts';
import { createItemsQuery, flattenItemPages } from './threadData.ts';

type ItemServices = Pick<
  ConversationServices,
  'readItem' | 'deleteItem' | 'deleteMessages' | 'mark' | 'markLatestCall' | 'recipients' | 'senders' | 'start' | 'readAllByType'
>;

/** Creates the services, fetched with their first use. */
export function createItemServices({ app, workspace }: ServiceDeps): ItemServices {
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
    return { message: formatMarks(marks), undo: { run: () => save(back, { ...before, ...marks }) } };
  };
  const deleteItem: ConversationServices['deleteItem'] = async (item) => {
    const companyId = getCompanyId(app);
    await app.api.call('conversations.deleteItem', { companyId, params: { id: item.conversationId, itemId: item.id } });
    dropItems(app.queries, companyId, item.conversationId, [item.id]);
    const restore = async () =>
      putItems(app.queries, companyId, item.conversationId, [
        await app.api.call('conversations.restoreItem', { companyId, params: { id: item.conversationId, itemId: item.id } }),
      ]);
    return { message: 'Item deleted', undo: { run: restore } };
  };
  return {
    recipients: async (q, signal) =>
      (await app.api.call('conversations.recipients', { companyId: getCompanyId(app), query: { q: q.slice(0, 100) }, signal })).data,
    senders: async (recipient, signal) => (await app.api.call('conversations.senders', { companyId: getCompanyId(app), query: { recipient }, signal })).data,
    start: async (numberId, recipient) => {
      const companyId = getCompanyId(app);
      const begun = await app.api.call('conversations.begin', { companyId, body: { numberId, recipient } });
      if (app.get().companyId !== companyId) throw new Error('Another company is open now');
      app.queries.setQueryData(keys.of(companyId, 'conversations', 'one', begun.id), begun);
      workspace.show(subjectReaders.conversation(begun));
      return begun.id;
    },
    readAllByType: async (type, numbers) => {
      const companyId = getCompanyId(app);
      const { updated } = await app.api.call('conversations.readAllByType', { companyId, body: { type, ...(numbers ? { numbers: [...numbers] } : {}) } });
      recount(app.queries, companyId);
      await refetchConversations(app.queries, companyId);
      return { message: `Marked ${formatCount(updated, 'item')} read` };
    },
    mark,
    deleteItem,
    readItem: async (item) => {
      const companyId = getCompanyId(app);
      putItems(app.queries, companyId, item.conversationId, [
        await app.api.call('conversations.readItem', { companyId, params: { id: item.conversationId, itemId: item.id } }),
      ]);
      return { message: 'Item marked read' };
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
      return { message: `${formatCount(deleted, 'item')} deleted`, undo: { run: restore } };
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
