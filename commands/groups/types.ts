/** Groups of contacts, as commands reach them. */
import type { Contact } from '#contract/contacts/entities.ts';
import type { ContactGroup } from '#contract/groups/entities.ts';
import type { ContactsTypes } from '../contacts/types.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';
import type { Selection } from '../core/selection.ts';

type Contacts = Selection<'contact', Contact, ContactsTypes['filters']['contact']>;

export interface GroupServices {
  all(): Promise<readonly ContactGroup[]>;
  create(name: string): CommandOutcomePromise;
  /** Creates a virtual group of what the list of contacts is filtered by now. */
  createFromFilter(name: string): CommandOutcomePromise;
  rename(group: ContactGroup, name: string): CommandOutcomePromise;
  remove(group: ContactGroup): CommandOutcomePromise;
  /** Adds the chosen contacts: at once, or as a batch where they are all that match. */
  add(group: ContactGroup, on: Contacts): CommandOutcomePromise;
  take(group: ContactGroup, on: Contacts): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface GroupsTypes {
  readonly rows: { readonly group: ContactGroup };
  readonly scopes: 'groups';
  readonly panes: 'groups';
  readonly services: { readonly groups: GroupServices };
}
