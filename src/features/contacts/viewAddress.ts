/** The contacts in an address. */
import * as z from 'zod/mini';
import { ContactFilter } from '#contract/contacts/entities.ts';
import { contactSorts } from '#contract/contacts/enums.ts';
import { updateFilter } from '../../panes/listViewStore.ts';
import { createSortSchema, createViewAddress, formatSort } from '../../panes/viewAddress.ts';
import { allContacts, contactViews } from '../../shared/contactFilter.ts';

const { q, isUnsubscribed, isInvalid, city, state, groupId, labelId } = ContactFilter.shape;

export const address = createViewAddress({
  views: contactViews,
  initial: allContacts,
  params: z.object({ q, optedOut: isUnsubscribed, invalid: isInvalid, city, state, group: groupId, label: labelId, sort: createSortSchema(contactSorts) }),
  write: ({ filter, sort }) => ({
    q: filter.q,
    optedOut: filter.isUnsubscribed,
    invalid: filter.isInvalid,
    city: filter.city,
    state: filter.state,
    group: filter.groupId,
    label: filter.labelId,
    sort: formatSort(sort),
  }),
  read: ({ optedOut, invalid, group, label, sort = allContacts.sort, ...others }) => ({
    filter: updateFilter({}, { ...others, isUnsubscribed: optedOut, isInvalid: invalid, groupId: group, labelId: label }),
    sort,
  }),
});
