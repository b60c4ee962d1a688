/** The name behind a number. */
import * as z from 'zod/mini';

/** Somebody a number belongs to. */
const LookupOwner = z.object({
  name: z.string(),
  kind: z.enum(['person', 'business']),
  /** On one line; null when none is known. */
  address: z.nullable(z.string()),
});

/** Known facts about a number. `lineType` and `carrier` are the vendor's words, in small letters for the first. */
export const CallerLookup = z.object({
  number: z.string(),
  lineType: z.nullable(z.string()),
  carrier: z.nullable(z.string()),
  isPrepaid: z.nullable(z.boolean()),
  isCommercial: z.nullable(z.boolean()),
  /** The likeliest first; empty when nobody is known. */
  owners: z.array(LookupOwner),
  /** When the vendor said so: an answer is kept for a while and costs nothing then. */
  lookedUpAt: z.string(),
});
export type CallerLookup = z.output<typeof CallerLookup>;
