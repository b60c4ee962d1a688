/** Groups: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { creator, none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, onLine, shared } from '../access/rule.ts';
import type { InputOf, InsertRow } from '../access/scene.ts';
import { byId, paramId, replyId } from '../client/reading.ts';

const insertGroupThat =
  (isDeleted: boolean): InsertRow =>
  async ({ owner, companyId, mark }) => {
    const row = { company_id: companyId, name: `${mark} group ${outsider()}`, deleted_at: isDeleted ? new Date() : null };
    return (await owner.insertInto('contact_groups').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };

export const insertGroup = insertGroupThat(false);
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
  reads: {
    create: byId(routes.groups.get, replyId),
    update: byId(routes.groups.get, paramId),
  },
  excuses: [
    {
      does: 'chooses contacts, which are in the group then or no more',
      shownBy: 'server/groups.test.ts: takes all contacts of the company in as a batch, or all that match, and undo takes exactly those out',
      fields: ['addAll', 'removeAll'],
    },
    {
      does: 'names contacts, which are in the group then or no more',
      shownBy: 'server/groups.test.ts: takes contacts in and out at once, says which changed, and refuses a foreign one with all others',
      fields: ['addContacts', 'removeContacts'],
    },
    {
      does: 'is the filter of a virtual group, whose contacts the list then shows',
      shownBy: 'server/groups.test.ts: of a filter is counted and never stored, filters the list, and takes nobody in',
      fields: ['create.filter', 'update.filter'],
    },
  ],
};
