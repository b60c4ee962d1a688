/** The contacts that a bulk call means: a list, or all with filters (RULE-084). */
import * as z from 'zod/mini';
import { Count, Id, OwnKey } from '../core/schema.ts';
import { ContactFilter } from './entities.ts';

/** A filter beside or under `filter`, with the count that was shown. */
export const MatchingContacts = z.object({
  key: OwnKey,
  ...ContactFilter.shape,
  filter: z.optional(ContactFilter),
  count: z.optional(Count),
});

/** Body of a bulk call over contacts: `contacts`, or `all` with a filter. */
export const BulkContacts = z.object({
  ...MatchingContacts.shape,
  all: z.optional(z.literal([true, 1])),
  contacts: z.optional(z.array(Id).check(z.minLength(1, 'Send at least one contact'), z.maxLength(10_000, 'Up to 10,000 contacts'))),
});
