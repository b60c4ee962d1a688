/** Labels of contacts, as commands reach them. */
import type { ContactLabel } from '#contract/contactLabels/entities.ts';
import type { Contact } from '#contract/contacts/entities.ts';
import type { ContactsTypes } from '../contacts/types.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';
import type { Selection } from '../core/selection.ts';

type Contacts = Selection<'contact', Contact, ContactsTypes['filters']['contact']>;

export interface ContactLabelServices {
  all(): Promise<readonly ContactLabel[]>;
  create(label: string): CommandOutcomePromise;
  rename(label: ContactLabel, name: string): CommandOutcomePromise;
  remove(label: ContactLabel): CommandOutcomePromise;
  /** Adds it to the chosen contacts, or removes it from them, as a batch. */
  set(label: ContactLabel, on: Contacts, isOn: boolean): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface ContactLabelsTypes {
  readonly rows: { readonly contactLabel: ContactLabel };
  readonly scopes: 'contactLabels';
  readonly panes: 'contactLabels';
  readonly services: { readonly contactLabels: ContactLabelServices };
}
