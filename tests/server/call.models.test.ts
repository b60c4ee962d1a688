/** The generated paths of a call, told to a real server as the carrier tells them: after every webhook its row stands where the machine stands in memory. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyPreset, createHours } from '#contract/text/hours.ts';
import {
  type CallEvent,
  type CallSnapshotData,
  formatClient,
  getInstructions,
  initialCallState,
  type RoutingContext,
  type Transfer,
  transitionCall,
} from '#machines/call/index.ts';
import { parseXml } from '#sandbox/carrier/twiml.ts';
import { createCallAddresses } from '#server/carrier/callbackUrls.ts';
import { tourOf } from '#tests/driver/index.ts';
import { cases, model } from '#tests/models/call.fixtures.ts';
import type { TestCompany } from './harness.ts';
import { type Outside, postSigned, startOutside } from './outside.ts';

let outside: Outside;
let company: TestCompany;
let greetingId = 0;
let userId = 0;
let nth = 0;

beforeAll(async () => {
  outside = await startOutside();
  company = await outside.server.company();
  const { owner } = outside.server;
  // Every path rings phones of its own accord: the caps of a company are none of the machine's matter.
  await owner
    .insertInto('calling_limits')
    .values({ company_id: company.id, countries: ['US', 'CA'], dials_per_minute: 10_000, cents_per_day: 10_000_000 })
    .execute();
  userId = (await outside.server.worker(company, 'owner')).person.id;
  const greeting = { company_id: company.id, name: 'After hours', content: 'We are closed. Please leave a message.' };
  greetingId = (await owner.insertInto('greetings').values(greeting).returning('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => outside.close());

const known: readonly CallEvent[] = Object.entries(cases).flatMap(([type, payloads]) => payloads.map((payload) => ({ type, ...payload }) as CallEvent));
const asTold = (event: object): CallEvent => {
  const found = known.find((each) => JSON.stringify(each) === JSON.stringify(event));
  if (!found) throw new Error('This is no event of a call');
  return found;
};

/** Settings of a number with which a call to it arrives in this scene. */
async function setScene(numberId: number, caller: string, { routing, block }: RoutingContext): Promise<void> {
  const { owner } = outside.server;
  const routes = routing.routes.map((route) => ({ ...route, voicemailGreetingId: route.voicemailGreetingId === null ? null : greetingId }));
  const hours = applyPreset(createHours('America/New_York'), routing.preset === 5 ? 5 : 1);
  const set = { routes: JSON.stringify(routes), hours: JSON.stringify(hours), record_calls: routing.recordCalls };
  await owner
    .insertInto('number_routings')
    .values({ ...set, number_id: numberId, company_id: company.id })
    .onConflict((conflict) => conflict.column('number_id').doUpdateSet(set))
    .execute();
  await owner.deleteFrom('blocks').where('number_id', '=', numberId).execute();
  if (block) await owner.insertInto('blocks').values({ company_id: company.id, number_id: numberId, target: caller, action: block }).execute();
}

interface Told {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A transfer, or a pickup, that a person asked for. */
async function keepTransfer(sid: string, { by, to }: Pick<Transfer, 'by' | 'to'>, isPickup = false): Promise<string> {
  const { owner } = outside.server;
  const { id } = await owner.selectFrom('calls').select('id').where('carrier_sid', '=', sid).executeTakeFirstOrThrow();
  const wish = {
    company_id: company.id,
    call_id: id,
    user_id: userId,
    client_id: crypto.randomUUID(),
    destination: to.number,
    by_name: by.name,
    to_name: to.name,
    is_pickup: isPickup,
  };
  return (await owner.insertInto('call_transfers').values(wish).returning('id').executeTakeFirstOrThrow()).id;
}

/** One call at the server, to a line of its own. */
async function newCall() {
  nth += 1;
  const line = await outside.server.number(company, { number: `+1646555${String(nth).padStart(4, '0')}` });
  const sid = `CA${String(nth).padStart(32, '0')}`;
  const caller = `+1503557${String(nth).padStart(4, '0')}`;
  const { config, services } = outside.server;
  const addresses = createCallAddresses(config, services.sealer, { companyId: company.id, numberId: line.id, callSid: sid });
  let transferId = '';
  const near = (url: string) => url.slice(outside.publicUrl.length);
  const own = (path: string, more: Record<string, string>): Told => ({
    path: `/webhooks/carrier/calls/${path}`,
    fields: { CallSid: sid, From: caller, To: line.number, CallStatus: 'in-progress', ...more },
  });
  const phone = (path: string, number: string, more: Record<string, string>): Told => ({
    path: near(path),
    fields: { CallSid: `CA${'f'.repeat(8)}${sid.slice(10)}`, From: caller, To: number, ...more },
  });
  const said = (event: CallEvent): Told => {
    switch (event.type) {
      case 'call.arrived':
        return own('incoming', { CallStatus: 'ringing' });
      case 'call.transferred':
      case 'call.pickedUp':
        return { ...own('', {}), path: near(addresses.transferred(transferId)) };
      case 'call.placed':
        throw new Error('A call from the app is told by a browser');
      case 'keys.pressed':
        return own(`keys?turn=${event.turn}`, { Digits: event.keys });
      case 'dial.ended':
        return own(`dialed?round=${event.round}`, { DialCallStatus: event.isAnswered ? 'completed' : 'no-answer', DialCallDuration: String(event.seconds) });
      case 'message.recorded':
        return own('recorded', { RecordingDuration: String(event.seconds) });
      case 'call.ended':
        return own('status', { CallStatus: 'completed', CallDuration: String(event.seconds) });
      case 'phone.accepted':
        return phone(addresses.accepted(event.round, event.number), event.number, { CallStatus: 'in-progress', Digits: '1' });
      case 'phone.rang':
        return phone(addresses.phone(event.round), event.number, { CallStatus: 'ringing' });
      case 'phone.answered':
        return phone(addresses.phone(event.round), event.number, { CallStatus: 'in-progress' });
      case 'phone.ended':
        return phone(addresses.phone(event.round), event.number, { CallStatus: event.how });
    }
  };
  return {
    async tell(event: CallEvent): Promise<string> {
      if (event.type === 'call.transferred') transferId = await keepTransfer(sid, event.transfer);
      if (event.type === 'call.pickedUp') {
        const self = { number: formatClient(company.id, userId), name: 'Ana Keller' };
        transferId = await keepTransfer(sid, { by: self, to: self }, true);
      }
      if (event.type === 'call.arrived') await setScene(line.id, caller, event.scene);
      const { path, fields } = said(event);
      const response = await postSigned(outside.publicUrl + path, fields);
      expect(response.status).toBe(200);
      return response.text();
    },
    row: () => outside.server.owner.selectFrom('calls').selectAll().where('carrier_sid', '=', sid).executeTakeFirstOrThrow(),
    sid,
  };
}

/** Properties of a call without its times and its company's names. */
const essence = (
  state: string,
  {
    extension,
    turn,
    round,
    answeredBy,
    result,
    legs,
    steps,
  }: Pick<CallSnapshotData['context'], 'extension' | 'turn' | 'round' | 'answeredBy' | 'result' | 'legs' | 'steps'>,
) => ({
  state,
  extension,
  turn,
  round,
  answeredBy,
  result,
  // The person who transfers or picks up has another id here.
  legs: legs.map((leg) => [leg.number.replace(/^client:.*$/, 'a browser'), leg.state]),
  // Steps stand in the order of their times, which the wire tells in whole seconds.
  steps: steps.map(({ step, detail }) => `${step} ${(detail ?? '').replace(/^client:.*$/, 'a browser')}`).sort(),
});

/** The first verbs of what a caller hears in a state: by the machine, and in a document. */
const verbOf = { menu: 'Gather', ring: 'Dial', record: 'Record', reject: 'Reject', hangup: 'Hangup', words: 'Say', greeting: 'Say' } as const;
const heardIn = (kept: CallSnapshotData): string[] => getInstructions({ value: kept.state, context: kept.context }).map(({ kind }) => verbOf[kind]);
const isToCaller = ({ type }: CallEvent) => !type.startsWith('phone.') && type !== 'call.ended';

describe('a call, told to the server', () => {
  // A call from the app begins with a leave, and its one phone tells its end: phone.placed.test.ts plays those.
  const walks = tourOf(model)
    .map((steps) => steps.map(({ event }) => asTold(event)))
    .filter((events) => events.every(({ type }) => type !== 'call.placed'));

  test('the walks take every event of a call that comes in', () => {
    expect(new Set([...walks.flat().map(({ type }) => type), 'call.placed'])).toEqual(new Set(Object.keys(cases)));
  });

  test('every arrow of the machine is taken, and the row stands where the machine does', { timeout: 900_000 }, async () => {
    for (const events of walks) {
      const call = await newCall();
      let kept = initialCallState;
      for (const event of events) {
        kept = transitionCall(kept, event);
        const document = await call.tell(event);
        const { flow, steps, live_state: live, ended_at: endedAt } = await call.row();
        const words = `${call.sid}, ${JSON.stringify(event)}`;
        const state = live ?? (endedAt === null ? 'expected' : 'ended');
        expect(essence(state, { ...initialCallState.context, ...flow, steps: steps as CallSnapshotData['context']['steps'] }), words).toEqual(
          essence(kept.state, kept.context),
        );
        if (isToCaller(event))
          expect(
            parseXml(document)?.children.map(({ name }) => name),
            words,
          ).toEqual(heardIn(kept));
      }
    }
  });
});
