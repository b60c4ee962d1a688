/** The audit log of a company as its owner and administrators read it. */
import * as z from 'zod/mini';
import { instant } from '../core/schema.ts';

/** One act. */
export const AuditEntry = z.object({
  id: z.number(),
  at: instant,
  /** The user who acted, or as whom support staff acted; null for the system’s own work. */
  userName: z.nullable(z.string()),
  /** Name of the API key the act was done by, in the user’s name; null for a person’s own. */
  apiKeyName: z.nullable(z.string()),
  /** True when support staff acted as the user. */
  isStaff: z.boolean(),
  /** True for what staff only looked at. */
  isRead: z.boolean(),
  /** The act in words. */
  action: z.string(),
  /** Person or thing it was about. */
  subject: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof AuditEntry>;
