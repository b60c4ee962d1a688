/** Contacts: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { creator, none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, shared } from '../access/rule.ts';
import type { InputOf, InsertKeyedRow, RowContext } from '../access/scene.ts';
import { empties } from '../client/excuse.ts';
import { byId, replyId } from '../client/reading.ts';

export async function insertContact(
  { owner, companyId: company_id, mark }: RowContext,
  { deleted = false }: { readonly deleted?: boolean } = {},
): Promise<number> {
  const words = { name: `${mark} contact`, company_name: `${mark} firm`, notes: `${mark} notes`, city: `${mark} city`, email: `${mark}@example.com` };
  const row = { company_id, number: outsider(), ...words, deleted_at: deleted ? new Date() : null };
  return (await owner.insertInto('contacts').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** A merge of two contacts, recorded; the key. */
const insertMerge: InsertKeyedRow = async (context) => {
  const { owner, companyId } = context;
  const [keptId, otherId] = [await insertContact(context), await insertContact(context, { deleted: true })];
  const { number } = await owner.selectFrom('contacts').select('number').where('id', '=', otherId).executeTakeFirstOrThrow();
  await owner.insertInto('contact_phones').values({ company_id: companyId, number, contact_id: keptId }).execute();
  const key = randomKey('merge');
  const done = { type: 'contacts.merge', params: '{}', total: 1, done: 1, finished_at: new Date() };
  await owner
    .insertInto('batches')
    .values({ id: key, company_id: companyId, ...done })
    .execute();
  const lists = { groups: [], labels: [], notes: [], movedPhones: [] };
  const before = { keptId, otherId, otherNumber: number, former: {}, written: {}, isInvalid: { former: false, written: false }, addedPhone: number, ...lists };
  await owner
    .insertInto('batch_rows')
    .values({ company_id: companyId, batch_id: key, row_id: 1, before: JSON.stringify(before), state: 'done' })
    .execute();
  return key;
};

const byContact =
  (deleted: boolean): InputOf =>
  async ({ rows }) => ({ params: { id: await rows.contact({ deleted }) } });

export const contacts: AccessArea = {
  inputs: {
    list: none,
    get: byContact(false),
    update: async (scene) => ({ ...(await byContact(false)(scene)), body: { city: 'Springfield' } }),
    create: () => ({ body: { name: 'Ana', number: outsider() } }),
    delete: byContact(false),
    restore: byContact(true),
    bulkDestroy: async ({ rows }) => ({ body: { key: randomKey('bulk'), contacts: [await rows.contact()], count: 1 } }),
    undoBulkDestroy: async (scene) => ({ params: { key: await scene.rows.batch('contacts.delete', creator(scene)) } }),
    previewMerge: async ({ rows }) => ({ body: { id: await rows.contact(), otherId: await rows.contact() } }),
    merge: async ({ rows }) => ({ body: { id: await rows.contact(), otherId: await rows.contact() } }),
    undoMerge: async (scene) => ({ params: { key: await scene.rows.keyed(insertMerge) } }),
    progress: async (scene) => ({ params: { batchId: await scene.rows.batch('contacts.delete', creator(scene)) } }),
  },
  policy: {
    list: company('view contacts'),
    get: shared('view contacts'),
    update: shared('edit contacts'),
    create: company('edit contacts'),
    delete: shared('delete contacts'),
    restore: shared('delete contacts'),
    bulkDestroy: shared('delete contacts', 409),
    undoBulkDestroy: shared('delete contacts'),
    previewMerge: shared('delete contacts'),
    merge: shared('delete contacts'),
    undoMerge: shared('delete contacts'),
    progress: shared('view contacts', 'ok'),
  },
  keyedRows: [insertMerge],
  reads: {
    create: byId(routes.contacts.get, replyId),
    update: byId(routes.contacts.get, replyId),
  },
  excuses: [
    empties('update'),
    {
      does: 'is a spelling or a part of the name, which is told',
      shownBy: 'server/contacts.test.ts: reads the number as people write it and makes the name from its parts',
      fields: ['*.Name', '*.fullName', '*.contactName', '*.firstName', '*.lastName'],
    },
    {
      does: 'names two contacts, one of which is gone then, and whose values stay',
      shownBy: 'server/contactMerge.test.ts: takes the other’s values where that is asked, its number too',
      fields: ['previewMerge', 'merge.id', 'merge.otherId', 'merge.take'],
    },
    {
      does: 'names the merge, and is the digest of what was shown of it',
      shownBy: 'server/contactMerge.test.ts: is refused for one contact, for contacts that are not there, after a change, and to who may not delete',
      fields: ['merge.key', 'merge.plan'],
    },
    {
      does: 'chooses contacts, which are gone then',
      shownBy: 'server/contacts.test.ts: takes all that match, in chunks, and gives exactly these back',
      fields: ['bulkDestroy'],
    },
    {
      does: 'names groups and labels, which the contact then shows',
      shownBy: 'server/groups.test.ts: is put into exactly the groups and labels that are named, by id or as it shows them',
      fields: ['*.groups', '*.labels'],
    },
  ],
};
