/** Internal notes. */
import * as z from 'zod/mini';
import { Actor } from '../core/entities.ts';
import { noteModels } from './enums.ts';

/** A note (spec 1.7), on a call, a conversation or a contact. */
export const Note = z.object({
  id: z.number(),
  modelType: z.enum(noteModels),
  modelId: z.number(),
  body: z.string(),
  author: z.nullable(Actor),
  /** Last editor and time; null when never edited. */
  editor: z.nullable(Actor),
  editedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Note = z.output<typeof Note>;
