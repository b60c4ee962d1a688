/** Preview of a fax, before it is sent. */
import * as z from 'zod/mini';

/** A document before it is faxed: how many pages it has, and the first of them as small pictures (data URLs). */
export const FaxReview = z.object({
  pages: z.number(),
  sheets: z.array(z.object({ page: z.number(), width: z.number(), height: z.number(), src: z.string() })),
});
export type FaxReview = z.output<typeof FaxReview>;
