/** Contacts over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import { createBatch, readBatch, undoBatch } from '../../batches/batches.ts';
import { selectedRows } from '../../batches/selection.ts';
import { type Cause, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers } from '../../http/handlers.ts';
import { createContact, deleteContacts, restoreContact, updateContact } from './commands.ts';
import { getContact, listContacts, selectContacts } from './queries.ts';

const by = (authUser: AuthUser): Cause => ({ actorId: authUser.userId });

export const handlers: Handlers<typeof routes.contacts> = {
  list: ({ query }) => {
    const { q, isUnsubscribed, isInvalid, city, state, ...page } = query;
    return listContacts({ q, isUnsubscribed, isInvalid, city, state }, page);
  },

  get: ({ params }) => getContact(params.id),

  create: async ({ body, authUser }) => getContact(await createContact(body, by(authUser))),

  update: async ({ params, body, authUser }) => {
    await updateContact(params.id, body, by(authUser));
    return getContact(params.id);
  },

  delete: async ({ params, authUser }) => {
    const deleted = await deleteContacts([params.id], by(authUser));
    if (deleted.length === 0) throw new AppError('not_found');
    return undefined;
  },

  restore: async ({ params, authUser }) => {
    await restoreContact(params.id, by(authUser));
    return getContact(params.id);
  },

  bulkDestroy: ({ body, membership, authUser, services }) => {
    const { key, all, filter, contacts, count, ...flat } = body;
    const chosen = selectedRows({
      all: all !== undefined,
      ids: contacts,
      field: 'contacts',
      filter,
      flat,
      count,
      matching: (wanted) => selectContacts(wanted).select('contacts.id'),
      among: () =>
        currentTransaction()
          .selectFrom('contacts')
          .select('contacts.id')
          .where('contacts.company_id', '=', membership.companyId)
          .where('contacts.deleted_at', 'is', null),
    });
    return createBatch(services.jobs, { key, type: 'contacts.delete', createdBy: authUser.userId, chosen });
  },

  undoBulkDestroy: ({ params, authUser, membership, services }) =>
    undoBatch(services.jobs, params.key, (type) => type === 'contacts.delete', { authUser, membership }),

  progress: async ({ params }) => {
    const batch = await readBatch(params.batchId);
    return batch.type.startsWith('contacts.') ? batch : { ...batch, type: '', batch: null };
  },
};
