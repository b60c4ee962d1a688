/** Deleting many contacts, and taking it back. */
import type { BatchHandler } from '../../batches/batchHandler.ts';
import { deleteContacts, restoreContacts } from './commands.ts';

/** Handlers of each type of batch over contacts. */
export const contactWorks: Readonly<Record<'contacts.delete', BatchHandler>> = {
  'contacts.delete': {
    run: async (ids, cause) => new Map((await deleteContacts(ids, cause)).map((id) => [id, { deleted: false }])),
    undo: async (rows, cause) => new Map((await restoreContacts([...rows.keys()], cause)).map((id) => [id, { deleted: true }])),
  },
};
