/** Groups: inputs and policy of their routes, and their rows. */
import type { AccessArea } from '../access/area.ts';
import { creator, none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, onLine, shared } from '../access/rule.ts';
import type { InputOf, InsertRow } from '../access/scene.ts';

const insertGroupThat =
  (isDeleted: boolean): InsertRow =>
  async ({ owner, companyId, mark }) => {
    const row = { company_id: companyId, name: `${mark} group ${outsider()}`, deleted_at: isDeleted ? new Date() : null };
    return (await owner.insertInto('contact_groups').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };

const insertGroup = insertGroupThat(false);
const insertDeletedGroup = insertGroupThat(true);

const one: InputOf = async ({ rows }) => ({ params: { id: await rows.row(insertGroup) } });
const withMember: InputOf = async (scene) => ({ ...(await one(scene)), body: { contacts: [await scene.rows.contact()] } });
const all: InputOf = async ({ rows }) => ({
  params: { groupId: await rows.row(insertGroup) },
  body: { key: randomKey('group'), q: 'nobody of this name', count: 0 },
});

export const groups: AccessArea = {
  inputs: {
    list: none,
    get: one,
    create: () => ({ body: { name: randomKey('group') } }),
    update: async (scene) => ({ ...(await one(scene)), body: { name: randomKey('group') } }),
    delete: one,
    restore: async ({ rows }) => ({ params: { id: await rows.row(insertDeletedGroup) } }),
    addContacts: withMember,
    removeContacts: withMember,
    addAll: all,
    removeAll: all,
    undoBulk: async (scene) => ({ params: { key: await scene.rows.batch('contacts.addToGroup', creator(scene)) } }),
  },
  policy: {
    list: company('view contacts'),
    get: shared('view contacts'),
    create: company('edit groups'),
    update: shared('edit groups'),
    delete: shared('edit groups'),
    restore: shared('edit groups'),
    addContacts: shared('edit groups'),
    removeContacts: shared('edit groups'),
    addAll: shared('edit groups'),
    removeAll: shared('edit groups'),
    undoBulk: onLine('edit groups'),
  },
  rows: [insertGroup, insertDeletedGroup],
};
