/** Numbers: inputs and policy of their routes, and their rows. */
import type { AccessArea } from '../access/area.ts';
import { creator, lineOf, none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, onLine, shared } from '../access/rule.ts';
import type { InsertRow, Scene } from '../access/scene.ts';

export const insertNumber: InsertRow = async ({ owner, companyId, mark }) =>
  (
    await owner
      .insertInto('phone_numbers')
      .values({ company_id: companyId, number: outsider(), label: `${mark} number` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** A number to be changed or removed: a fresh one. Who works some numbers only may change none. */
const numberOf = (scene: Scene): Promise<number> => scene.rows.row(insertNumber);

export const numbers: AccessArea = {
  inputs: {
    list: none,
    datatable: none,
    get: (scene) => ({ params: { idOrNumber: String(scene.rows.lines[lineOf(scene)].id) } }),
    update: async (scene) => ({ params: { id: await numberOf(scene) }, body: { label: 'Another label' } }),
    remove: async (scene) => ({ params: { id: await numberOf(scene) } }),
    restore: async (scene) => ({ params: { id: await numberOf(scene) } }),
    rotate: async (scene) => ({ params: { id: await numberOf(scene) }, body: { key: randomKey('rotate') } }),
    impact: (scene) => ({ body: { numbers: [scene.rows.lines[lineOf(scene)].id], count: 1 } }),
    triggers: async (scene) => ({ body: { upsert: [{ numberId: await numberOf(scene), event: 'message', action: 'lead' }] } }),
    bulkUpdate: async (scene) => ({ body: { key: randomKey('bulk'), numbers: [await numberOf(scene)], count: 1, set: { smsEnabled: true } } }),
    bulkPreview: async (scene) => ({ body: { numbers: [await numberOf(scene)], count: 1, set: { smsEnabled: true } } }),
    bulkRemove: async (scene) => ({ body: { key: randomKey('bulk'), numbers: [await numberOf(scene)], count: 1 } }),
    undoBulk: async (scene) => ({ params: { key: await scene.rows.batch('numbers.update', creator(scene)) } }),
  },
  policy: {
    list: company('see its numbers'),
    datatable: company('see its numbers'),
    get: onLine('see its numbers'),
    update: onLine('edit numbers'),
    remove: onLine('buy numbers'),
    restore: onLine('buy numbers'),
    // The carrier does not answer in these tests.
    rotate: (column, row, place) => {
      const answer = onLine('buy numbers')(column, row, place);
      return answer === 'ok' ? 502 : answer;
    },
    // The count that was shown is not the count that is found.
    impact: onLine('see its numbers', 409),
    triggers: onLine('edit numbers'),
    bulkUpdate: onLine('edit numbers', 409),
    bulkPreview: onLine('edit numbers', 409),
    bulkRemove: onLine('buy numbers', 409),
    undoBulk: shared('edit numbers'),
  },
  rows: [insertNumber],
};
