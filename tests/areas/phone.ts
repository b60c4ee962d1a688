/** Calls in the app: inputs and policy of their routes, and a call that rings. */

import { initialCallState } from '#machines/call/index.ts';
import type { AccessArea } from '../access/area.ts';
import { lineOf, none } from '../access/inputs.ts';
import { randomKey } from '../access/outsiders.ts';
import { company, inPerson, onLine, type Rule, shared } from '../access/rule.ts';
import { type InsertRow, nowhereId, type Scene } from '../access/scene.ts';
import { itemReads } from '../client/reading.ts';

/** A call that rings, in nobody's browser yet. */
const insertRinging: InsertRow = async ({ owner, companyId, lineId, mark }) =>
  (
    await owner
      .insertInto('calls')
      .values({
        company_id: companyId,
        number_id: lineId,
        recipient: '+12125550134',
        is_inbound: true,
        started_at: new Date(),
        carrier_sid: randomKey('CA'),
        answered_by: `${mark} answerer`,
        live_state: 'ringing',
        last_heard_at: new Date(),
        flow: JSON.stringify(initialCallState.context),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** The call of the row, offered to who calls, or to nobody where it is another's; with the offer and its proof. */
async function offer(scene: Scene) {
  const callId = await scene.rows.row(insertRinging, lineOf(scene));
  const none = { callId, callContextId: '11111111-1111-4111-8111-111111111111', joinToken: 'none' };
  const { personId, rows, row, world } = scene;
  if (callId === nowhereId || personId === null || row !== 'own') return none;
  const { id } = await world.server.owner
    .insertInto('call_offers')
    .values({ company_id: rows.company.id, call_id: callId, user_id: personId, round: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { callId, callContextId: id, joinToken: world.server.services.sealer.sign('call-offer', [rows.company.id, id, personId]) };
}

/** The call of the row, transferred by the person before, or by nobody where it is another's; with the key of that wish. */
async function transferred(scene: Scene) {
  const callId = await scene.rows.row(insertRinging, lineOf(scene));
  const clientId = randomKey('wish');
  const { personId, rows, row, world } = scene;
  if (callId === nowhereId || personId === null || row !== 'own') return { callId, clientId };
  await world.server.owner
    .insertInto('call_transfers')
    .values({
      company_id: rows.company.id,
      call_id: callId,
      user_id: personId,
      client_id: clientId,
      destination: '+12125550188',
      by_name: 'Ana Keller',
      to_name: 'Ben Ode',
      taken_at: new Date(),
    })
    .execute();
  return { callId, clientId };
}

/** The person's own leave to call, used or not; nobody's where it is another's. */
async function allow(scene: Scene, isUsed: boolean): Promise<string> {
  const { personId, rows, row, world } = scene;
  if (personId === null || row !== 'own') return '11111111-1111-4111-8111-111111111111';
  const callId = isUsed ? await rows.call(lineOf(scene)) : null;
  const { id } = await world.server.owner
    .insertInto('placed_calls')
    .values({
      company_id: rows.company.id,
      user_id: personId,
      number_id: rows.lines[lineOf(scene)].id,
      destination: '+12125550134',
      expires_at: new Date(Date.now() + 60_000),
      call_id: callId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A call that rings for the person; one that rings for another is as good as missing. */
const offered: Rule = inPerson((column, row, place) => {
  const answer = shared('take calls')(column, row, place);
  return answer === 'ok' && row === 'others' ? 404 : answer;
});
const own = inPerson(company('take calls'));
/** A call in which another talks is theirs to transfer; one that rings for another is theirs to pick up. */
const talking: Rule = inPerson((column, row, place) => {
  const answer = onLine('take calls')(column, row, place);
  return answer === 'ok' && row === 'others' ? 409 : answer;
});
/** Nothing rings for who administers the company from its organization. */
const members: Rule = (column, row, place) => (column === 'organization administrator' && own(column, row, place) === 'ok' ? 403 : own(column, row, place));

export const phone: AccessArea = {
  inputs: {
    state: none,
    token: none,
    presence: () => ({ body: { deviceId: randomKey('device'), isReady: true } }),
    converse: async (scene) => ({ params: { callId: await scene.rows.call(lineOf(scene)) }, body: { message: 'Hello', clientId: randomKey('sent') } }),
    saveStatus: () => ({ body: { status: 'active' } }),
    canAnswer: async (scene) => ({ params: { callId: (await offer(scene)).callId } }),
    reject: async (scene) => {
      const { callId, joinToken } = await offer(scene);
      return { params: { callId }, body: { joinToken } };
    },
    createOutgoingToken: (scene) => ({ body: { numberId: scene.rows.lines[lineOf(scene)].id, destination: '+12125550188' } }),
    outgoingInitiated: async (scene) => ({ body: { callContextId: await allow(scene, true) } }),
    endOutgoing: async (scene) => ({ body: { callContextId: await allow(scene, false) } }),
    colleagues: async (scene) => ({ params: { callId: (await transferred(scene)).callId } }),
    transfer: async (scene) => {
      const { callId, clientId } = await transferred(scene);
      return { params: { callId }, body: { destination: '+12125550188', clientId } };
    },
    pickUp: async (scene) => {
      const { callId, clientId } = await transferred(scene);
      return { params: { callId }, body: { clientId } };
    },
    acceptOrReject: async (scene) => ({ body: { callContextId: (await offer(scene)).callContextId, hangup: 1 } }),
  },
  policy: {
    state: own,
    token: own,
    presence: own,
    converse: onLine('text people'),
    saveStatus: members,
    canAnswer: offered,
    reject: offered,
    acceptOrReject: offered,
    colleagues: inPerson(onLine('take calls')),
    transfer: talking,
    pickUp: talking,
    createOutgoingToken: inPerson(onLine('take calls')),
    outgoingInitiated: offered,
    endOutgoing: offered,
  },
  rows: [insertRinging],
  reads: {
    converse: itemReads,
  },
  excuses: [
    {
      does: 'sets whether calls ring for the person, which the company tells them',
      shownBy: 'server/phone.test.ts: is away until it is set, and is read back by the company',
      fields: ['saveStatus'],
    },
    {
      does: 'says that a browser is open, so that calls ring there',
      shownBy: 'server/phone.test.ts: who is away, who has no page open, who closed it; the simulator says why',
      fields: ['presence'],
    },
    {
      does: 'proves the offer of a call that is declined',
      shownBy: 'server/phone.test.ts: is declined once, by the proof that was made for the person',
      fields: ['reject'],
    },
    {
      does: 'says whether a call is taken or declined, which its steps tell',
      shownBy: 'server/phone.test.ts: is declined by one alone: it rings on for the other',
      fields: ['acceptOrReject'],
    },
    {
      does: 'says where a call goes, which its steps and who took it tell',
      shownBy: 'server/phone.transfer.test.ts: rings there with who sent it, is taken, talks, and is one call of who took it',
      fields: ['transfer'],
    },
    {
      does: 'names a pickup of a ringing call, which rings in the person’s new window then',
      shownBy: 'server/phone.pickup.test.ts: is still theirs, doesn’t ring there by itself, and is led there once they answer',
      fields: ['pickUp'],
    },
    {
      does: 'is the leave for a call, which the call itself tells',
      shownBy: 'server/phone.placed.test.ts: rings, is answered, talks both ways, is hung up, recorded, and stands in the list and in the thread',
      fields: ['createOutgoingToken'],
    },
    {
      does: 'names a call by its leave, whose start is answered with the call, and whose end the call tells',
      shownBy: 'server/phone.placed.test.ts: is ended at the carrier by the person, twice as well as once',
      fields: ['outgoingInitiated', 'endOutgoing'],
    },
  ],
};
