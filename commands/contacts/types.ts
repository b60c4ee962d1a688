/** Work on contacts (spec 1.3). */

import type * as z from 'zod/mini';
import type { Contact, ContactFilter as ContactFilterSchema, ContactMerge } from '#contract/contacts/entities.ts';
import type { routes } from '#contract/contacts/routes.ts';
import type { UserEvent as ContactEditEvent } from '#machines/contactEdit/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';
import type { Selection } from '../core/selection.ts';

/** Writable fields of a contact. */
export type ContactInput = z.input<typeof routes.create.body>;

export type ContactChanges = z.input<typeof routes.update.body>;

/** Filters of the list. */
type ContactFilter = z.output<typeof ContactFilterSchema>;

export interface ContactServices {
  open(contactId: number, where?: 'here' | 'beside'): void;
  create(input: ContactInput): CommandOutcomePromise;
  update(contact: Contact, changes: ContactChanges): CommandOutcomePromise;
  /** One by its own call, many as a batch with the count that was shown. */
  delete(on: Selection<'contact', Contact, ContactFilter>): CommandOutcomePromise;
  /** Outcome of merging one contact into another. */
  previewMerge(kept: Contact, other: Contact): Promise<ContactMerge>;
  /** Merges a contact into another one, while it does what was previewed last. */
  merge(kept: Contact, other: Contact): CommandOutcomePromise;
  /** Contacts by name, phone or whatever else a search finds them by. */
  find(words: string): Promise<readonly Contact[]>;
  /** One contact. */
  get(id: number): Promise<Contact>;
  /** Opens the form of the contact pane, for a new contact when there is no id; `field` gets focus. What was typed before stands in it. */
  edit(contactId: number | null, field?: string, prefill?: { readonly number?: string }): void;
  /** Saves the open form. Rejects with the refusal; its words stand at their fields. */
  save(): CommandOutcomePromise;
  /** Closes the open form and forgets what was typed. */
  discard(): void;
  /** Opens the newest conversation with the contact's number; answers with its id, null when there is none yet. */
  message(contact: Contact): Promise<number | null>;
  setSort(columnId: string, direction: 'asc' | 'desc'): void;
  filter(changes: { [K in keyof ContactFilter]?: ContactFilter[K] | undefined }): void;
}

/** Types the area adds to those shared by all commands. */
export interface ContactsTypes {
  readonly rows: { readonly contact: Contact };
  readonly filters: { readonly contact: ContactFilter };
  readonly scopes: 'contacts' | 'contact' | 'contactForm';
  readonly panes: 'contact' | 'contacts';
  readonly services: { readonly contacts: ContactServices };
  readonly handles: {
    /** The form a pane shows; null id: of a new contact. */
    readonly contactForm: { readonly contactId: number | null };
  };
  readonly flows: { readonly contactEdit: ContactEditEvent };
}
