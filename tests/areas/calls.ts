/** Calls: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import { addItem } from '#server/domains/conversations/repository.ts';
import type { AccessArea } from '../access/area.ts';
import { lineOf, none } from '../access/inputs.ts';
import { outsider } from '../access/outsiders.ts';
import { company, onLine } from '../access/rule.ts';
import { type InputOf, type RowContext, within } from '../access/scene.ts';
import { empties } from '../client/excuse.ts';
import { at, byId, paramId } from '../client/reading.ts';
import { insertTag } from './tags.ts';

/** Inserts a missed call with its item. */
export const insertCall = (context: RowContext): Promise<number> =>
  within(context, async () => {
    const { owner, companyId: company_id, lineId: number_id, mark } = context;
    const recipient = outsider();
    const { id } = await owner
      .insertInto('calls')
      .values({ company_id, number_id, recipient, is_inbound: true, result: 'missed', started_at: new Date(), answered_by: `${mark} answerer` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addItem({ conversationId: null, numberId: number_id, recipient, type: 'call', isInbound: true, createdAt: new Date(), callId: id });
    return id;
  });

const byCall: InputOf = async (scene) => ({ params: { id: await scene.rows.call(lineOf(scene)) } });

export const calls: AccessArea = {
  inputs: {
    outcomes: async (scene) => ({ body: { calls: [{ id: await scene.rows.call(lineOf(scene)), outcome: 'opportunity' }] } }),
    tag: async (scene) => ({ body: { ids: [await scene.rows.call(lineOf(scene))], tagId: await scene.rows.row(insertTag), isOn: true } }),
    search: none,
    count: none,
    get: byCall,
    mark: async (scene) => ({ ...(await byCall(scene)), body: { ascOptions: { isLead: true } } }),
  },
  policy: {
    search: company('see what happened'),
    count: company('see what happened'),
    get: onLine('see what happened'),
    mark: onLine('judge calls'),
    outcomes: onLine('judge calls'),
    tag: onLine('judge calls'),
  },
  reads: {
    mark: byId(routes.calls.get, paramId),
    outcomes: byId(routes.calls.get, ({ input }) => at(input, 'body', 'calls', 0, 'id')),
    tag: byId(routes.calls.get, ({ input }) => at(input, 'body', 'ids', 0)),
  },
  toldAs: {
    'mark.tagIds': 'tags',
    'tag.tagId': 'tags',
  },
  excuses: [
    empties('mark'),
    { does: 'chooses the calls', shownBy: 'server/calls.test.ts: is kept for many calls at once, or for none of them', fields: ['outcomes.calls.id'] },
    {
      does: 'chooses the calls, and whether the tag is given or taken',
      shownBy: 'server/calls.test.ts: is a tag of its own, given to many calls at once and taken off; those of its number stay',
      fields: ['tag.ids', 'tag.isOn'],
    },
  ],
};
