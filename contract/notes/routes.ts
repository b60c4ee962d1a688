/** Calls over internal notes. */

import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, createTextSchema, Id } from '../core/schema.ts';
import { Note } from './entities.ts';
import { noteModels } from './enums.ts';

export const routes = {
  create: route('POST /notes', {
    access: 'notes.write',
    company: 'header',
    body: z.object({ modelType: z.enum(noteModels), modelId: Id, body: createTextSchema(5_000), clientId: z.optional(z.string().check(z.maxLength(64))) }),
    reply: Note,
    spec: 'CALL-004',
    summary: 'Writes a note; on a conversation or a call it appears in the thread',
  }),
  update: route('PUT /notes/{id}', {
    access: 'notes.write',
    company: 'header',
    params: { id: Id },
    body: z.object({ body: createTextSchema(5_000) }),
    reply: Note,
    spec: 'CALL-005',
    summary: 'Changes a note: its author stays, its editor is named. Notes of others: who may manage notes',
  }),
  delete: route('DELETE /notes/{id}', {
    access: 'notes.write',
    company: 'header',
    params: { id: Id },
    spec: 'CALL-006',
    summary: 'Deletes a note; it can be restored',
  }),
  restore: route('POST /notes/{id}/restore', {
    access: 'notes.write',
    company: 'header',
    params: { id: Id },
    reply: Note,
    spec: 'ours',
    summary: 'Brings a deleted note back',
  }),
  list: route('GET /notes', {
    access: 'conversations.read',
    company: 'header',
    query: { model_type: z.enum(noteModels), model_id: Id },
    reply: createListSchema(Note, z.object({ total: z.number() })),
    spec: 'ours',
    summary: 'Notes of one thing, newest first',
  }),
};
