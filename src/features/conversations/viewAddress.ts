/** The inbox in an address. */
import * as z from 'zod/mini';
import { ConversationFilter } from '#contract/conversations/entities.ts';
import { updateFilter } from '../../panes/listViewStore.ts';
import { createViewAddress, SearchText } from '../../panes/viewAddress.ts';
import { inboxViews, openInbox } from './data.ts';

const { isArchived, isUnread, numberIds, types } = ConversationFilter.shape;

export const address = createViewAddress({
  views: inboxViews,
  initial: openInbox,
  params: z.object({
    q: SearchText,
    in: z.optional(z.enum(['names', 'messages'])),
    archived: isArchived,
    unread: isUnread,
    numbers: numberIds,
    types,
    sort: z.optional(z.enum(['newest', 'oldest'])),
  }),
  write: ({ filter, sort, searchIn }) => ({
    q: filter.q,
    in: searchIn,
    archived: filter.isArchived,
    unread: filter.isUnread,
    numbers: filter.numberIds,
    types: filter.types,
    sort,
  }),
  read: ({ q, in: searchIn, archived, unread, numbers, types: kinds, sort = 'newest' }) => ({
    filter: updateFilter({}, { q, isArchived: archived, isUnread: unread, numberIds: numbers, types: kinds }),
    sort,
    searchIn,
  }),
});
