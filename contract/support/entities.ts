/** Support tickets (spec 2.3). */
import * as z from 'zod/mini';
import { instant } from '../core/schema.ts';

/** A ticket as it was taken in. `pageUrl` is a path of the app, without its query. */
export const SupportTicket = z.object({
  id: z.number(),
  message: z.string(),
  callbackNumber: z.nullable(z.string()),
  callbackRequested: z.boolean(),
  pageUrl: z.nullable(z.string()),
  attachments: z.array(z.object({ name: z.string(), bytes: z.number() })),
  createdAt: instant,
});
export type SupportTicket = z.output<typeof SupportTicket>;

/** Characters of a message to support, at most. */
export const supportMessageLength = 10_000;
/** Files of one ticket, at most; together they have 5 MB, as every form. */
export const supportAttachments = 5;
