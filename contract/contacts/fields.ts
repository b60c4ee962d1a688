/** Fields of a contact that somebody writes, and how long each may be. */
import * as z from 'zod/mini';
import { createOptionalTextSchema } from '../core/schema.ts';

/** Most characters of each field, by its name in the app; those of `custom` stand beside the others. */
export const contactFieldLengths = {
  name: 200,
  companyName: 200,
  email: 254,
  address1: 200,
  address2: 200,
  city: 100,
  state: 100,
  zip: 20,
  notes: 5_000,
  optinType: 40,
  optinSource: 200,
  country: 100,
  title: 100,
} as const;

const { country, title, ...plain } = contactFieldLengths;
const name = createOptionalTextSchema(plain.name);
const partOfName = createOptionalTextSchema(100);

/** The fields on the wire, without the number. */
export const contactFields = {
  // A name in the spellings that are read (AMB-29); the first that is given counts, then first and last name.
  name,
  Name: name,
  fullName: name,
  contactName: name,
  firstName: partOfName,
  lastName: partOfName,
  companyName: createOptionalTextSchema(plain.companyName),
  email: createOptionalTextSchema(plain.email),
  address1: createOptionalTextSchema(plain.address1),
  address2: createOptionalTextSchema(plain.address2),
  city: createOptionalTextSchema(plain.city),
  state: createOptionalTextSchema(plain.state),
  zip: createOptionalTextSchema(plain.zip),
  notes: createOptionalTextSchema(plain.notes),
  optinType: createOptionalTextSchema(plain.optinType),
  optinSource: createOptionalTextSchema(plain.optinSource),
  custom: z.optional(z.object({ country: createOptionalTextSchema(country), title: createOptionalTextSchema(title) })),
};
