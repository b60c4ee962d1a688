/** Looking up who is behind a number (spec 2.7). Neither payload nor answer is shown: the number goes, and what the trade calls a reverse lookup comes back. */
import * as z from 'zod/mini';
import { route } from './route.ts';
import { Id, PhoneInput } from './schema.ts';

/** Somebody a number belongs to. */
export const LookupOwner = z.object({
  name: z.string(),
  kind: z.enum(['person', 'business']),
  /** On one line; null when none is known. */
  address: z.nullable(z.string()),
});

/** What is known of a number. `lineType` and `carrier` are the vendor's words, in small letters for the first. */
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

export const lookups = {
  caller: route('POST /company/{companyId}/trestle/lookup', {
    access: 'callers.lookup',
    company: 'path.companyId',
    params: { companyId: Id },
    body: z.object({ number: PhoneInput }),
    reply: CallerLookup,
    asksOutside: true,
    perMinute: 20,
    spec: 'CALL-197',
    summary: 'Who is behind a number: name, line type, carrier, address. Paid; the same number is answered from what is known for 30 days',
  }),
};
