/** Labels of contacts over HTTP (spec 2.7). */
import { sql } from 'kysely';
import type { ContactLabel } from '#contract/contactLabels/entities.ts';
import { maxLabels } from '#contract/contactLabels/routes.ts';
import type { routes } from '#contract/index.ts';
import { createBatch, undoBatch } from '../../batches/batches.ts';
import { lockNames } from '../../db/names.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError, alreadyThere } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { chooseContacts } from '../contacts/selection.ts';

const selectLabels = () => currentTransaction().selectFrom('contact_labels').where('company_id', '=', companyId());
const columns = ['id', 'label', 'contact_count'] as const;
const toLabel = (row: { id: number; label: string; contact_count: number }): ContactLabel => ({
  id: row.id,
  label: row.label,
  contactCount: row.contact_count,
});

async function getLabel(id: number): Promise<ContactLabel> {
  const row = await selectLabels().select(columns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toLabel(row);
}

/** Lets one change of names through at a time, and refuses a name another label has, whatever its case. */
async function checkLabel(label: string, self: number | null): Promise<void> {
  await lockNames('contact_labels');
  const twin = await selectLabels()
    .select('id')
    .where(sql<boolean>`lower(label) = lower(${label})`)
    .where('deleted_at', 'is', null)
    .where('id', 'is distinct from', self)
    .executeTakeFirst();
  if (twin) throw new AppError('conflict', { title: alreadyThere, field: 'label', message: `A label named “${label}” already exists` });
}

const isLabelBatch = (type: string) => type === 'contacts.addLabel' || type === 'contacts.removeLabel';

export const handlers: Handlers<typeof routes.contactLabels> = {
  list: async () => {
    const rows = await selectLabels().select(columns).where('deleted_at', 'is', null).orderBy(sql`lower(label)`).orderBy('id').execute();
    return { data: rows.map(toLabel), meta: { total: rows.length } };
  },

  create: async ({ body, authUser }) => {
    await checkLabel(body.label, null);
    const { count } = await selectLabels()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= maxLabels) throw new AppError('invalid', { field: 'label', message: `Up to ${maxLabels} labels. Delete one first.` });
    const { id } = await currentTransaction()
      .insertInto('contact_labels')
      .values({ company_id: companyId(), label: body.label })
      .returning('id')
      .executeTakeFirstOrThrow();
    recordChange({ kind: 'label-updated', id, actorId: authUser.userId });
    return getLabel(id);
  },

  update: async ({ params, body, authUser }) => {
    await getLabel(params.labelId);
    await checkLabel(body.label, params.labelId);
    await currentTransaction().updateTable('contact_labels').set({ label: body.label }).where('id', '=', params.labelId).execute();
    recordChange({ kind: 'label-updated', id: params.labelId, actorId: authUser.userId });
    return getLabel(params.labelId);
  },

  delete: async ({ params, authUser }) => {
    await getLabel(params.labelId);
    await currentTransaction().updateTable('contact_labels').set({ deleted_at: new Date() }).where('id', '=', params.labelId).execute();
    recordChange({ kind: 'label-updated', id: params.labelId, actorId: authUser.userId });
    return undefined;
  },

  restore: async ({ params, authUser }) => {
    const row = await selectLabels().select(['label', 'deleted_at']).where('id', '=', params.labelId).executeTakeFirst();
    if (!row) throw new AppError('not_found');
    if (row.deleted_at !== null) {
      await checkLabel(row.label, params.labelId);
      await currentTransaction().updateTable('contact_labels').set({ deleted_at: null }).where('id', '=', params.labelId).execute();
      recordChange({ kind: 'label-updated', id: params.labelId, actorId: authUser.userId });
    }
    return getLabel(params.labelId);
  },

  bulkAddLabel: async ({ params, body, authUser, services }) => {
    const { id } = await getLabel(params.labelId);
    const chosen = await chooseContacts(body);
    return createBatch(services.jobs, { key: body.key, type: 'contacts.addLabel', params: { id }, createdBy: authUser.userId, chosen });
  },

  bulkRemoveLabel: async ({ params, body, authUser, services }) => {
    const { id } = await getLabel(params.labelId);
    const chosen = await chooseContacts(body);
    return createBatch(services.jobs, { key: body.key, type: 'contacts.removeLabel', params: { id }, createdBy: authUser.userId, chosen });
  },

  undoBulk: ({ params, authUser, membership, services }) => undoBatch(services.jobs, params.key, isLabelBatch, { authUser, membership }),
};
