/** Labels of contacts: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { creator, none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, onLine, shared } from '../access/rule.ts';
import type { InputOf, InsertRow } from '../access/scene.ts';
import { replyId, rowOf } from '../client/reading.ts';

const insertLabelThat =
  (isDeleted: boolean): InsertRow =>
  async ({ owner, companyId, mark }) => {
    const row = { company_id: companyId, label: `${mark} label ${outsider()}`, deleted_at: isDeleted ? new Date() : null };
    return (await owner.insertInto('contact_labels').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };

const insertLabel = insertLabelThat(false);
const insertDeletedLabel = insertLabelThat(true);

const one: InputOf = async ({ rows }) => ({ params: { labelId: await rows.row(insertLabel) } });
const bulk: InputOf = async ({ rows }) => ({
  params: { labelId: await rows.row(insertLabel) },
  body: { key: randomKey('label'), all: true, q: 'nobody of this name', count: 0 },
});

export const contactLabels: AccessArea = {
  inputs: {
    list: none,
    create: () => ({ body: { label: randomKey('label') } }),
    update: async (scene) => ({ ...(await one(scene)), body: { label: randomKey('label') } }),
    delete: one,
    restore: async ({ rows }) => ({ params: { labelId: await rows.row(insertDeletedLabel) } }),
    bulkAddLabel: bulk,
    bulkRemoveLabel: bulk,
    undoBulk: async (scene) => ({ params: { key: await scene.rows.batch('contacts.addLabel', creator(scene)) } }),
  },
  policy: {
    list: company('view contacts'),
    create: company('edit contact labels'),
    update: shared('edit contact labels'),
    delete: shared('edit contact labels'),
    restore: shared('edit contact labels'),
    bulkAddLabel: shared('edit contact labels'),
    bulkRemoveLabel: shared('edit contact labels'),
    undoBulk: onLine('edit contact labels'),
  },
  rows: [insertLabel, insertDeletedLabel],
  reads: {
    create: rowOf(routes.contactLabels.list, 'id', replyId),
    update: rowOf(routes.contactLabels.list, 'id', replyId),
  },
  excuses: [
    {
      does: 'chooses contacts, which have the label then or have it no more',
      shownBy: 'server/groups.test.ts: is added to many and removed from many, by list and by filter, and undo leaves those that had it',
      fields: ['bulkAddLabel', 'bulkRemoveLabel'],
    },
  ],
};
