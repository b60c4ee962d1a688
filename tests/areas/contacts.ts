/** Contacts: inputs and policy of their routes. */
import type { AccessArea } from '../access/area.ts';
import { creator, none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, shared } from '../access/rule.ts';
import type { InputOf } from '../access/scene.ts';

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
    progress: shared('view contacts', 'ok'),
  },
};
