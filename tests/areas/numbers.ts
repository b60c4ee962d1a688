/** Numbers: inputs and policy of their routes, and their rows. */

import type { AccessArea } from '../access/area.ts';
import { creator, lineOf, none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, onLine, shared } from '../access/rule.ts';
import type { InsertRow, Scene } from '../access/scene.ts';
import { empties, isDerivedType, isVersion } from '../client/excuse.ts';
import { at, numberReads, replyId } from '../client/reading.ts';

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
  reads: {
    update: numberReads(replyId),
    triggers: numberReads(({ input }) => at(input, 'body', 'upsert', 0, 'numberId')),
    bulkUpdate: numberReads(({ input }) => at(input, 'body', 'numbers', 0)),
  },
  toldAs: {
    'bulkUpdate.addTags': 'tags',
    'bulkUpdate.set.addTags': 'tags',
  },
  excuses: [
    empties('update'),
    isVersion('update.version'),
    isDerivedType('update.routes.type'),
    {
      does: 'names the rotation: the same again is the same',
      shownBy: 'server/numbers.detail.test.ts: puts another number of the area in its place, once a key; label and history stay',
      fields: ['rotate.key'],
    },
    {
      does: 'asks what removing would cut off',
      shownBy: 'server/numbers.detail.test.ts: says first what it cuts off; the number rings no more at once and comes back while the carrier has it',
      fields: ['impact'],
    },
    {
      does: 'takes triggers away',
      shownBy: 'client/readBack.server.test.ts: triggers: saved, changed and removed ones are read back',
      fields: ['triggers.remove', 'triggers.upsert.id'],
    },
    {
      does: 'chooses the numbers, or names the batch',
      shownBy: 'server/numbers.detail.test.ts: change as one batch after a look at what it will do, and are put back row by row',
      fields: [...['key', 'numbers', 'all', 'filter', 'count'].map((name) => `bulkUpdate.${name}`), 'bulkPreview'],
    },
    {
      does: 'narrows which numbers change',
      shownBy: 'server/numbers.flat.test.ts: flat filters beside all narrow a change and a removal',
      fields: ['bulkUpdate.q', 'bulkUpdate.tagId', 'bulkRemove'],
    },
    {
      does: 'takes tags off',
      shownBy: 'client/readBack.server.test.ts: tags: what is given to numbers and taken off is read back',
      fields: ['bulkUpdate.removeTags', 'bulkUpdate.set.removeTags'],
    },
  ],
};
