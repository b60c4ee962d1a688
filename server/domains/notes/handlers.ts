/** Notes over HTTP (spec 1.7). Notes on contacts are for those who may see contacts. */

import { permissions } from '#contract/core/permissions.ts';
import type { routes } from '#contract/index.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { createNote, listNotes, setNoteDeleted, updateNote } from './queries.ts';

export const handlers: Handlers<typeof routes.notes> = {
  create: ({ body, seat, caller }) => createNote(seat, caller, body),
  update: ({ params, body, seat, caller }) => updateNote(seat, caller, params.id, body.body),
  delete: async ({ params, seat, caller }) => {
    await setNoteDeleted(seat, caller, params.id, true);
    return undefined;
  },
  restore: ({ params, seat, caller }) => setNoteDeleted(seat, caller, params.id, false),
  list: async ({ query, seat }) => {
    if (query.model_type === 'contact' && !seat.may('contacts.read'))
      throw new AppError('forbidden', { message: `You may not ${permissions['contacts.read']}` });
    return listNotes(seat, query.model_type, query.model_id);
  },
};
