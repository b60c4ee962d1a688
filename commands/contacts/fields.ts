/** The fields of a contact that a person may change, as commands and the form know them. */
import type { Contact } from '#contract/contacts/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';
import type { ContactChanges } from './types.ts';

/** A field of a contact that a person may change. */
interface Field {
  readonly id: string;
  readonly title: string;
  readonly max: number;
  readonly of: (contact: Contact) => string | null;
  readonly change: (text: string) => ContactChanges;
  /** Name of the field in `clear`; null for fields every contact has. */
  readonly clears: NonNullable<ContactChanges['clear']>[number] | null;
}

const plain = (id: 'companyName' | 'email' | 'city' | 'state' | 'zip' | 'address1' | 'address2' | 'notes', title: string, max: number): Field => ({
  id,
  title,
  max,
  of: (contact) => contact[id],
  change: (text) => ({ [id]: text }),
  clears: id,
});

const custom = (id: 'country' | 'title', title: string): Field => ({
  id,
  title,
  max: 100,
  of: (contact) => contact.custom[id],
  change: (text) => ({ custom: { [id]: text } }),
  clears: id,
});

/** The fields in the order of the form; the ids are those of `contacts.edit`. */
export const contactFields: readonly Field[] = [
  { id: 'name', title: 'name', max: 200, of: ({ name }) => name, change: (name) => ({ name }), clears: null },
  { id: 'number', title: 'phone', max: 40, of: ({ number }) => displayPhone(number), change: (number) => ({ number }), clears: null },
  plain('companyName', 'company', 200),
  custom('title', 'title'),
  plain('email', 'email', 254),
  plain('address1', 'address', 200),
  plain('address2', 'address line 2', 200),
  plain('city', 'city', 100),
  plain('state', 'state', 100),
  plain('zip', 'ZIP code', 20),
  custom('country', 'country'),
  plain('notes', 'notes', 5_000),
];
