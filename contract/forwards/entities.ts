/** Destinations of calls, and the numbers that use them. */
import * as z from 'zod/mini';

/** One place where a destination is rung: an extension of a number. `label` is the extension's. */
const ForwardUse = z.object({
  numberId: z.number(),
  number: z.string(),
  numberLabel: z.string(),
  extension: z.number(),
  label: z.string(),
});

/** A destination. `ownLabel` is there where it is a number of the company itself; `uses` are the first twenty of `rungBy`. */
export const ForwardDestination = z.object({
  number: z.string(),
  ownLabel: z.nullable(z.string()),
  rungBy: z.number(),
  uses: z.array(ForwardUse),
});
export type ForwardDestination = z.output<typeof ForwardDestination>;

/** Uses told of one destination. */
export const maxForwardUsesListed = 20;
