/** Filter and sort of the list of contacts, for areas that act on all that match. */
import type { RowFilters } from '#commands/core/types.ts';
import { createViews } from '../panes/listViewStore.ts';
import type { SortState } from '../table/index.ts';

export type ContactFilter = RowFilters['contact'];
export interface ContactsView {
  readonly filter: ContactFilter;
  readonly sort: SortState;
}
export const allContacts: ContactsView = { filter: {}, sort: { columnId: 'name', direction: 'asc' } };
export const contactViews = createViews('contacts', allContacts);

/** The filter in force in a company’s list. */
export const getShownContactFilter = (companyId: number): ContactFilter => contactViews.get(companyId).filter;
