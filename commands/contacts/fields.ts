/** The fields of a contact that a person may change, as commands and the form know them. */
import type { Contact } from '#contract/contacts/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';
import type { ContactChanges } from './types.ts';

/** A field of a contact that a person may change. */
interface ContactField {
  readonly id: string;
  readonly title: string;
  readonly max: number;
  readonly of: (contact: Contact) => string | null;
  readonly createChange: (text: string) => ContactChanges;
  /** Name of the field in `clear`; null for fields every contact has. */
  readonly clears: NonNullable<ContactChanges['clear']>[number] | null;
}

const createPlainField = (
  id: 'companyName' | 'email' | 'city' | 'state' | 'zip' | 'address1' | 'address2' | 'notes',
  title: string,
  max: number,
): ContactField => ({
  id,
  title,
  max,
  of: (contact) => contact[id],
  createChange: (text) => ({ [id]: text }),
  clears: id,
});

const createCustomField = (id: 'country' | 'title', title: string): ContactField => ({
  id,
  title,
  max: 100,
  of: (contact) => contact.custom[id],
  createChange: (text) => ({ custom: { [id]: text } }),
  clears: id,
});

/** The fields in the order of the form; the ids are those of `contacts.edit`. */
export const contactFields: readonly ContactField[] = [
  { id: 'name', title: 'name', max: 200, of: ({ name }) => name, createChange: (name) => ({ name }), clears: null },
  { id: 'number', title: 'phone', max: 40, of: ({ number }) => displayPhone(number), createChange: (number) => ({ number }), clears: null },
  createPlainField('companyName', 'company', 200),
  createCustomField('title', 'title'),
  createPlainField('email', 'email', 254),
  createPlainField('address1', 'address', 200),
  createPlainField('address2', 'address line 2', 200),
  createPlainField('city', 'city', 100),
  createPlainField('state', 'state', 100),
  createPlainField('zip', 'ZIP code', 20),
  createCustomField('country', 'country'),
  createPlainField('notes', 'notes', 5_000),
];
