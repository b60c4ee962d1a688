/** Changes of a contact as data: what they make of it, and how they are taken back. Pure. */
import type { ContactChanges, ContactInput } from '#commands/contacts/types.ts';
import type { Contact } from '#contract/contacts/entities.ts';
import { type ContactValues, emptyValues } from '#machines/contactEdit/index.ts';

type Clearable = NonNullable<ContactChanges['clear']>[number];
const plain = ['companyName', 'email', 'address1', 'address2', 'city', 'state', 'zip', 'notes'] as const;
const custom = ['country', 'title'] as const;

const isCustom = (field: Clearable): field is (typeof custom)[number] => custom.some((name) => name === field);
const isBlank = (text: string | null | undefined) => text === undefined || text === null || text.trim() === '';

/** The fields of a contact, as text. */
export const toValues = (contact: Contact): ContactValues => ({
  name: contact.name,
  number: contact.number,
  companyName: contact.companyName ?? '',
  email: contact.email ?? '',
  address1: contact.address1 ?? '',
  address2: contact.address2 ?? '',
  city: contact.city ?? '',
  state: contact.state ?? '',
  zip: contact.zip ?? '',
  notes: contact.notes ?? '',
  country: contact.custom.country ?? '',
  title: contact.custom.title ?? '',
});

/** Returns the changes that turn `before` into `after`: changed fields, and `clear` for those that were emptied. A name or number is never emptied. */
export function computeChanges(before: ContactValues, after: ContactValues): ContactChanges {
  const changes: Record<string, unknown> = {};
  const own: Record<string, string> = {};
  const clear: Clearable[] = [];
  for (const field of ['name', 'number'] as const)
    if (after[field].trim() !== before[field].trim() && !isBlank(after[field])) changes[field] = after[field].trim();
  for (const field of [...plain, ...custom]) {
    const text = after[field].trim();
    if (text === before[field].trim()) continue;
    if (text === '') clear.push(field);
    else if (isCustom(field)) own[field] = text;
    else changes[field] = text;
  }
  return { ...changes, ...(Object.keys(own).length > 0 ? { custom: own } : {}), ...(clear.length > 0 ? { clear } : {}) };
}

/** Builds the input that creates a contact of what was typed. */
export function toInput(values: ContactValues): ContactInput {
  const { clear: _, number: __, ...given } = computeChanges(emptyValues, values);
  return { ...given, number: values.number.trim() };
}

/** Checks whether there is anything to send. */
export const isEmptyChange = (changes: ContactChanges): boolean => Object.keys(changes).length === 0;

/** The contact as it will be, shown before the server has answered. The number is left to the server: it normalises it. */
export function applyChanges(contact: Contact, changes: ContactChanges): Contact {
  const { clear = [], custom: own, name, number: _, firstName: __, lastName: ___, groups: ____, labels: _____, ...texts } = changes;
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => !isBlank(text)));
  const emptied = Object.fromEntries(clear.filter((field) => !isCustom(field)).map((field) => [field, null]));
  const customs = { ...contact.custom };
  for (const field of custom) {
    const text = own?.[field];
    if (!isBlank(text)) customs[field] = text ?? null;
    if (clear.includes(field)) customs[field] = null;
  }
  return { ...contact, ...given, ...emptied, ...(isBlank(name) ? {} : { name: name ?? '' }), custom: customs };
}

/** Returns the changes that undo an edit: from the contact as it is to the contact as it was. */
export const invertChanges = (before: Contact, after: Contact): ContactChanges => computeChanges(toValues(after), toValues(before));
