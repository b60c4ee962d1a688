/** Groups of contacts (spec 1.3). */
import * as z from 'zod/mini';
import { id, instant } from '../core/schema.ts';

/**
 * A group. Its counts leave deleted contacts aside: `activeCount` can be texted, `invalidCount` has numbers that are none, `unsubscriberCount` opted out.
 * `virtual`: a saved filter, whose contacts are counted and never stored (AMB-108). `link` and `contactsLink` are calls of the API.
 */
export const ContactGroup = z.object({
  id,
  name: z.string(),
  companyId: id,
  createdAt: instant,
  updatedAt: instant,
  deletedAt: z.nullable(instant),
  contactCount: z.number(),
  activeCount: z.number(),
  invalidCount: z.number(),
  unsubscriberCount: z.number(),
  virtual: z.boolean(),
  userId: z.nullable(id),
  link: z.string(),
  contactsLink: z.string(),
});
export type ContactGroup = z.output<typeof ContactGroup>;
