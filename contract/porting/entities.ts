/** Port-in requests: their states, documents, fields and checks (spec 2.3). */
import * as z from 'zod/mini';
import { Media } from '../core/entities.ts';
import { createNameSchema, Email } from '../core/schema.ts';
import { portDocumentKinds, portNumberStatuses, portStatuses } from './enums.ts';

const PortNumber = z.object({
  number: z.string(),
  status: z.enum(portNumberStatuses),
  /** When the number comes over, once that is agreed. */
  portDate: z.nullable(z.string()),
  /** Why it was rejected, in words. */
  reason: z.nullable(z.string()),
  /** The company's number it has become. */
  numberId: z.nullable(z.number()),
});

/** One step of a request: of all of it (`number` null) or of one number. */
const PortStep = z.object({
  at: z.string(),
  status: z.enum([...new Set([...portStatuses, ...portNumberStatuses])]),
  number: z.nullable(z.string()),
  detail: z.nullable(z.string()),
});

/** A port-in request. The account's number and its PIN are never told again: only how the first ends, and that the second is there. */
export const PortRequest = z.object({
  id: z.number(),
  key: z.string(),
  status: z.enum(portStatuses),
  losingCarrier: z.string(),
  customerName: z.string(),
  accountEnding: z.nullable(z.string()),
  hasPin: z.boolean(),
  authorizedName: z.string(),
  authorizedEmail: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  /** The day that was asked for, `2026-12-24`. */
  targetDate: z.nullable(z.string()),
  /** Why it was refused or what it needs, in words. */
  reason: z.nullable(z.string()),
  numbers: z.array(PortNumber),
  documents: z.array(z.object({ kind: z.enum(portDocumentKinds), media: Media })),
  /** Steps so far, oldest first; with `include=statuses`. */
  statuses: z.optional(z.array(PortStep)),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type PortRequest = z.output<typeof PortRequest>;

/** Portability of a number, as the carrier sees it. */
const Portability = z.object({
  number: z.string(),
  portable: z.boolean(),
  /** The losing carrier wants a PIN and the account's number. */
  pinRequired: z.boolean(),
  /** Why not, in words. */
  reason: z.nullable(z.string()),
});

/** Result of a check of pasted numbers. `twice`: numbers that occur more than once; `unread`: words that are no numbers. */
export const PortCheck = z.object({ data: z.array(Portability), twice: z.array(z.string()), unread: z.array(z.string()) });

export type PortCheck = z.output<typeof PortCheck>;

const Day = z.iso.date('Enter a date like 2026-12-24');

const State = z.string().check(z.trim(), z.regex(/^[A-Za-z]{2}$/, 'Use a two-letter state code, such as CA'), z.toUpperCase());

const Zip = z.string().check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, 'Enter a 5-digit ZIP code'));

/** Fields of a request besides its numbers and documents. */
export const portFields = {
  losingCarrier: createNameSchema(100),
  customerName: createNameSchema(120),
  accountNumber: createNameSchema(60),
  pin: z.optional(createNameSchema(20)),
  authorizedName: createNameSchema(120),
  authorizedEmail: Email,
  street: createNameSchema(120),
  city: createNameSchema(80),
  state: State,
  zip: Zip,
  targetDate: z.optional(Day),
};
