/** Entities that several areas speak of (spec 1.3, 2.3). In-app names as printed; the wire spells them in snake_case (AMB-80). */
import * as z from 'zod/mini';
import { id, instant } from './schema.ts';

/** Author of an action, as lists show it. */
export const Actor = z.object({ id, name: z.string() });

/** A file that hangs on an item. `url` is signed, bound to the company, and expires; it answers ranges. */
export const Media = z.object({ id, name: z.string(), contentType: z.string(), bytes: z.number(), url: z.string() });
export type Media = z.output<typeof Media>;

/** Work on many rows (spec 1.3 Batch update): `progress` 0 to 100; `done`, `skipped` and `failed` count rows. */
export const Batch = z.object({
  batchId: z.string(),
  companyId: id,
  type: z.string(),
  batch: z.nullable(
    z.object({
      id: z.string(),
      progress: z.number(),
      finishedAt: z.nullable(instant),
      total: z.number(),
      done: z.number(),
      skipped: z.number(),
      failed: z.number(),
    }),
  ),
});
export type Batch = z.output<typeof Batch>;

/** Every call that answers with a batch spells it alike, as the specification prints it (CALL-030, RULE-275). */
export const batchReply = { reply: Batch, verbatimFields: ['finishedAt'] } as const;
