/** Notes over HTTP (spec 1.7). Notes on contacts are for those who may see contacts. */

import { permissions } from '#contract/core/permissions.ts';
import type { routes } from '#contract/index.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { createNote, listNotes, setNoteDeleted, updateNote } from './queries.ts';

export const handlers: Handlers<typeof routes.notes> = {
  create: ({ body, membership, authUser }) => createNote(membership, authUser, body),
  update: ({ params, body, membership, authUser }) => updateNote(membership, authUser, params.id, body.body),
  delete: async ({ params, membership, authUser }) => {
    await setNoteDeleted(membership, authUser, params.id, true);
    return undefined;
  },
  restore: ({ params, membership, authUser }) => setNoteDeleted(membership, authUser, params.id, false),
  list: async ({ query, membership }) => {
    if (query.model_type === 'contact' && !membership.may('contacts.read'))
      throw new AppError('forbidden', { message: `You don’t have permission to ${permissions['contacts.read']}` });
    return listNotes(membership, query.model_type, query.model_id);
  },
};
