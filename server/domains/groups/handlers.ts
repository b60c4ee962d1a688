/** Groups over HTTP (spec 1.7). */
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { ContactFilter } from '#contract/contacts/entities.ts';
import { maxGroups } from '#contract/groups/routes.ts';
import type { routes } from '#contract/index.ts';
import { createBatch, undoBatch } from '../../batches/batches.ts';
import { assertCount, selectedRows } from '../../batches/selection.ts';
import { lockNames } from '../../db/names.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError, alreadyThere } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { addMembers, removeMembers } from '../contacts/memberships.ts';
import { readNamedGroup, selectContacts } from '../contacts/queries.ts';
import { chooseAllContacts, chooseContacts } from '../contacts/selection.ts';
import { getGroup, listGroups, readGroup, selectGroups } from './queries.ts';

/** Lets one change of names through at a time, and refuses a name another group has, whatever its case. */
async function checkName(name: string, self: number | null): Promise<void> {
  await lockNames('contact_groups');
  const twin = await selectGroups()
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('deleted_at', 'is', null)
    .where('id', 'is distinct from', self)
    .executeTakeFirst();
  if (twin) throw new AppError('conflict', { title: alreadyThere, field: 'name', message: `A group named “${name}” already exists` });
}

/** A filter as a virtual group keeps it. Refuses one that says nothing, and one over another virtual group: what it is would change with that. */
async function formatFilter(filter: z.output<typeof ContactFilter>): Promise<string> {
  if (Object.values(filter).every((value) => value === undefined))
    throw new AppError('invalid', { field: 'filter', message: 'Send at least one condition in filter' });
  const group = await readNamedGroup(filter);
  if (group?.saved) throw new AppError('invalid', { field: 'filter', message: 'A saved filter can’t be made of another one. Repeat its conditions.' });
  return JSON.stringify(filter);
}

/** The id of a group that contacts can be added to. */
async function getFillable(id: number): Promise<number> {
  const group = await readGroup(id);
  if (group.filter !== null)
    throw new AppError('invalid', { field: 'group', message: `“${group.name}” is a saved filter. Contacts can’t be added to it or removed.` });
  return group.id;
}

/** Refuses ids that are no contacts of the company: all of them or nothing. Deleted ones can only be removed. */
async function checkContacts(ids: readonly number[], isDeletedToo: boolean): Promise<void> {
  const contacts = selectContacts({}, null, isDeletedToo).select('contacts.id');
  const chosen = selectedRows({
    all: false,
    ids,
    field: 'contacts',
    filter: undefined,
    flat: {},
    count: undefined,
    matching: () => contacts,
    among: () => contacts,
  });
  await assertCount(chosen, (await chosen.rows.execute()).length);
}

const isGroupBatch = (type: string) => type === 'contacts.addToGroup' || type === 'contacts.removeFromGroup';

export const handlers: Handlers<typeof routes.groups> = {
  list: ({ query: { companyId: _, ...query }, services }) => listGroups(query, services.config.publicUrl),

  get: ({ params, services }) => getGroup(params.id, services.config.publicUrl),

  create: async ({ body, authUser, services }) => {
    await checkName(body.name, null);
    const { count } = await selectGroups()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= maxGroups) throw new AppError('invalid', { field: 'name', message: `Up to ${maxGroups} groups. Delete one first.` });
    const filter = body.filter === undefined ? null : await formatFilter(body.filter);
    const { id } = await currentTransaction()
      .insertInto('contact_groups')
      .values({ company_id: companyId(), name: body.name, user_id: authUser.userId, filter })
      .returning('id')
      .executeTakeFirstOrThrow();
    recordChange({ kind: 'group-updated', id, actorId: authUser.userId });
    return getGroup(id, services.config.publicUrl);
  },

  update: async ({ params, body, authUser, services }) => {
    const before = await readGroup(params.id);
    if (body.name !== undefined) await checkName(body.name, params.id);
    if (body.filter !== undefined && before.filter === null)
      throw new AppError('invalid', {
        field: 'filter',
        message: `“${before.name}” is a list of contacts, not a saved filter. Create a group from the filter instead.`,
      });
    const changes = {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.filter === undefined ? {} : { filter: await formatFilter(body.filter) }),
    };
    if (Object.keys(changes).length > 0) {
      await currentTransaction()
        .updateTable('contact_groups')
        .set({ ...changes, updated_at: new Date() })
        .where('id', '=', params.id)
        .execute();
      recordChange({ kind: 'group-updated', id: params.id, actorId: authUser.userId });
    }
    return getGroup(params.id, services.config.publicUrl);
  },

  delete: async ({ params, authUser }) => {
    await readGroup(params.id);
    await currentTransaction().updateTable('contact_groups').set({ deleted_at: new Date() }).where('id', '=', params.id).execute();
    recordChange({ kind: 'group-updated', id: params.id, actorId: authUser.userId });
    return undefined;
  },

  restore: async ({ params, authUser, services }) => {
    const row = await selectGroups().select(['name', 'deleted_at']).where('id', '=', params.id).executeTakeFirst();
    if (!row) throw new AppError('not_found');
    if (row.deleted_at !== null) {
      await checkName(row.name, params.id);
      await currentTransaction().updateTable('contact_groups').set({ deleted_at: null }).where('id', '=', params.id).execute();
      recordChange({ kind: 'group-updated', id: params.id, actorId: authUser.userId });
    }
    return getGroup(params.id, services.config.publicUrl);
  },

  addContacts: async ({ params, body, authUser, services }) => {
    const id = await getFillable(params.id);
    await checkContacts(body.contacts, false);
    const changed = await addMembers('group', id, body.contacts, { actorId: authUser.userId });
    return { ...(await getGroup(id, services.config.publicUrl)), changed };
  },

  removeContacts: async ({ params, body, authUser, services }) => {
    const id = await getFillable(params.id);
    await checkContacts(body.contacts, true);
    const changed = await removeMembers('group', id, body.contacts, { actorId: authUser.userId });
    return { ...(await getGroup(id, services.config.publicUrl)), changed };
  },

  addAll: async ({ params, body, authUser, services }) => {
    const id = await getFillable(params.groupId);
    const chosen = await chooseAllContacts(body);
    return createBatch(services.jobs, { key: body.key, type: 'contacts.addToGroup', params: { id }, createdBy: authUser.userId, chosen });
  },

  removeAll: async ({ params, body, authUser, services }) => {
    const id = await getFillable(params.groupId);
    const chosen = await chooseContacts({ ...body, all: true });
    return createBatch(services.jobs, { key: body.key, type: 'contacts.removeFromGroup', params: { id }, createdBy: authUser.userId, chosen });
  },

  undoBulk: ({ params, authUser, membership, services }) => undoBatch(services.jobs, params.key, isGroupBatch, { authUser, membership }),
};
