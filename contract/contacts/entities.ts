/** Contacts and how they are filtered and sorted (spec 1.3). */
import * as z from 'zod/mini';
import { createLineSchema, createSearchSchema, Flag, Id, id, instant } from '../core/schema.ts';
import { mergeFields } from './enums.ts';

/** A contact (spec 1.3). */
export const Contact = z.object({
  id,
  name: z.string(),
  number: z.string(),
  companyName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  address1: z.nullable(z.string()),
  address2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  zip: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
  optinType: z.string(),
  optinSource: z.nullable(z.string()),
  addedAt: instant,
  isInvalid: z.boolean(),
  isUnsubscribed: z.boolean(),
  groups: z.array(z.object({ id, name: z.string() })),
  labels: z.array(z.object({ id, label: z.string() })),
  custom: z.object({ country: z.nullable(z.string()), title: z.nullable(z.string()) }),
  /** Numbers of contacts that were merged into it (ours). */
  otherNumbers: z.array(z.string()),
});

export type Contact = z.output<typeof Contact>;

/** Filters of the list; a bulk call over "all that match" carries the same. */
export const ContactFilter = z.object({
  q: z.optional(createSearchSchema(100)),
  isUnsubscribed: z.optional(Flag),
  isInvalid: z.optional(Flag),
  city: z.optional(createLineSchema(100)),
  state: z.optional(createLineSchema(100)),
  groupId: z.optional(Id),
  labelId: z.optional(Id),
});

/** Outcome of merging a contact into another one. */
export const ContactMerge = z.object({
  /** Values of the kept contact, of the other, and of the kept one afterwards; null for none. */
  fields: z.array(z.object({ field: z.enum(mergeFields), kept: z.nullable(z.string()), other: z.nullable(z.string()), result: z.nullable(z.string()) })),
  /** Groups and labels the kept contact joins, by name. */
  groups: z.array(z.string()),
  labels: z.array(z.string()),
  /** Numbers the kept contact has beside its own afterwards. */
  otherNumbers: z.array(z.string()),
  /** Conversations and notes that move to the kept contact. */
  conversations: z.number(),
  notes: z.number(),
  /** One of the two gets no texts: the kept one gets none under any of its numbers, also after an undo. */
  isUnsubscribed: z.boolean(),
  /** Digest of all this: sent with the merge, it is done only while it is the same. */
  plan: z.string(),
});
export type ContactMerge = z.output<typeof ContactMerge>;
