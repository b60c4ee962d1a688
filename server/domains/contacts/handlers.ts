/** Contacts over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import { createBatch, readBatch, undoBatch } from '../../batches/batches.ts';
import type { Cause } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers } from '../../http/handlers.ts';
import { createContact, deleteContacts, restoreContact, updateContact } from './commands.ts';
import { mergeContacts, previewMerge, undoMerge } from './merge.ts';
import { getContact, listContacts } from './queries.ts';
import { chooseContacts } from './selection.ts';

const by = (authUser: AuthUser): Cause => ({ actorId: authUser.userId });

export const handlers: Handlers<typeof routes.contacts> = {
  list: ({ query }) => {
    const { q, isUnsubscribed, isInvalid, city, state, groupId, labelId, ...page } = query;
    return listContacts({ q, isUnsubscribed, isInvalid, city, state, groupId, labelId }, page);
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

  bulkDestroy: async ({ body, authUser, services }) =>
    createBatch(services.jobs, { key: body.key, type: 'contacts.delete', createdBy: authUser.userId, chosen: await chooseContacts(body) }),

  undoBulkDestroy: ({ params, authUser, membership, services }) =>
    undoBatch(services.jobs, params.key, (type) => type === 'contacts.delete', { authUser, membership }),

  previewMerge: ({ body }) => previewMerge(body.id, body.otherId, body.take),

  merge: async ({ body, authUser }) => getContact(await mergeContacts({ ...body, plan: body.plan }, authUser.userId)),

  undoMerge: ({ params, authUser, membership }) => undoMerge(params.key, { authUser, membership }),

  progress: async ({ params }) => {
    const batch = await readBatch(params.batchId);
    return batch.type.startsWith('contacts.') ? batch : { ...batch, type: '', batch: null };
  },
};
