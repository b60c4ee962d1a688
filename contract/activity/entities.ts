/** An entry of the activity list. */
import * as z from 'zod/mini';
import { Item } from '../conversations/entities.ts';

/** A row of the activity list: an item and where it happened. */
export const Activity = z.object({
  ...Item.shape,
  /** null for a call that never became a thread. */
  conversationId: z.nullable(z.number()),
  recipient: z.string(),
  contact: z.nullable(z.object({ id: z.number(), name: z.string() })),
  number: z.object({ id: z.number(), label: z.string(), number: z.string() }),
});
export type Activity = z.output<typeof Activity>;
