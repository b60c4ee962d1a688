/** Blocked callers (spec 2.3). */
import * as z from 'zod/mini';
import { blockActions } from './enums.ts';

/** A blocked caller. `global`: on all numbers, and `numberId` is null; `action`: what the caller hears. */
export const BlockedCaller = z.object({
  id: z.number(),
  companyId: z.number(),
  target: z.string(),
  numberId: z.nullable(z.number()),
  numberLabel: z.nullable(z.string()),
  global: z.boolean(),
  action: z.enum(blockActions),
  contactName: z.nullable(z.string()),
  createdBy: z.nullable(z.object({ id: z.number(), name: z.string() })),
  createdAt: z.string(),
});
export type BlockedCaller = z.output<typeof BlockedCaller>;

/** Line of a pasted list that could not be read, and the reason. */
export const Unreadable = z.object({ text: z.string(), reason: z.string() });
