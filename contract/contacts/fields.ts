/** Fields of a contact that somebody writes, and how long each may be. */
import * as z from 'zod/mini';
import { createLineSchema, createOptionalTextSchema } from '../core/schema.ts';

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
/** Blank values aren’t sent (RULE-043); a field is emptied by `clear`. */
const line = (max: number) => z.optional(createLineSchema(max).check(z.minLength(1, 'Required')));
const name = line(plain.name);
const partOfName = line(100);

/** The fields on the wire, without the number. */
export const contactFields = {
  // A name in the spellings that are read (AMB-29); the first that is given counts, then first and last name.
  name,
  Name: name,
  fullName: name,
  contactName: name,
  firstName: partOfName,
  lastName: partOfName,
  companyName: line(plain.companyName),
  email: line(plain.email),
  address1: line(plain.address1),
  address2: line(plain.address2),
  city: line(plain.city),
  state: line(plain.state),
  zip: line(plain.zip),
  notes: createOptionalTextSchema(plain.notes),
  optinType: line(plain.optinType),
  optinSource: line(plain.optinSource),
  custom: z.optional(z.object({ country: line(country), title: line(title) })),
};
