/** Saved views: what a list is narrowed and sorted by, under a name. */
import * as z from 'zod/mini';
import { instant, Json } from '../core/schema.ts';
import { savedLists } from './enums.ts';

/** A user's own view of a list in a company. `view` is read by the app alone; `place` is the digit that opens it. */
export const SavedView = z.object({
  id: z.number(),
  list: z.enum(savedLists),
  name: z.string(),
  view: Json,
  place: z.nullable(z.number()),
  updatedAt: instant,
});
export type SavedView = z.output<typeof SavedView>;
