import { describe, expect, it } from 'vitest';
import { type CallEvent, type CallSnapshotData, getInstructions, getReason, initialCallState, transitionCall, userEvents } from '#machines/call/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { shortestPaths } from '#tests/driver/paths.ts';
import { cases, desk, model, route, scene } from './call.fixtures.ts';

describeModel('a call that comes in', model, { userEvents, getReason });

describe('a call that comes in, however it is told', () => {
  const known: readonly CallEvent[] = Object.entries(cases).flatMap(([type, payloads]) => payloads.map((payload) => ({ type, ...payload }) as CallEvent));
  const asTold = (event: object): CallEvent => {
    const found = known.find((each) => JSON.stringify(each) === JSON.stringify(event));
    if (!found) throw new Error('This is no event of a call');
    return found;
  };
  const ways = shortestPaths(model).map((steps) => steps.map(({ event }) => asTold(event)));
  const played = (events: readonly CallEvent[]): CallSnapshotData => events.reduce(transitionCall, initialCallState);

  it('hears the same and remembers the same when every event comes twice', () => {
    for (const events of ways) {
      const once = played(events);
      const twice = played(events.flatMap((event) => [event, event]));
      const repeats = events.filter((event) => event.type === 'keys.pressed' || event.type === 'dial.ended');
      // A copy of an event of an earlier menu or round carries its old number, so it is known as late.
      if (repeats.length === 0) expect([twice.state, twice.context.result], JSON.stringify(events)).toEqual([once.state, once.context.result]);
      expect(getInstructions({ value: twice.state, context: twice.context })).toBeDefined();
    }
  });

  it('wakes from plain JSON in every state as if it had never slept', () => {
    for (const events of ways) {
      const slept = events.reduce<CallSnapshotData>((kept, event) => transitionCall(JSON.parse(JSON.stringify(kept)), event), initialCallState);
      expect(slept).toEqual(played(events));
    }
  });

  it('ends with a result of the spec, whatever the order', () => {
    for (const events of ways) {
      const end: CallEvent = { type: 'call.ended', seconds: 40, at: 40 };
      const told = played([...events, end]);
      const early = played([end, ...events]);
      expect(told.state).toBe('ended');
      // Nobody missed a call of ours that was not answered.
      const results = told.context.placed ? ['answered', 'voicemail', 'none'] : ['answered', 'missed', 'voicemail', 'blocked'];
      expect(results).toContain(told.context.result);
      expect(early.state).toBe('ended');
    }
  });
});

describe('a call that is picked up in another window', () => {
  const line = route(1, { type: 'sequential', forwards: [desk.ana, desk.jo, desk.uma].map((number, at) => ({ id: `f${at}`, number })) });
  const silence = (round: number): CallEvent => ({ type: 'dial.ended', round, isAnswered: false, seconds: 0, at: 30 });
  const pickup = (user: number): CallEvent => ({ type: 'call.pickedUp', number: `client:c1u${user}`, at: 20 });
  /** State, and who rings, after each event. */
  const follow = (events: readonly CallEvent[]) => {
    let kept = initialCallState;
    return events.map((event) => {
      kept = transitionCall(kept, event);
      const ring = getInstructions({ value: kept.state, context: kept.context }).find(({ kind }) => kind === 'ring');
      return [kept.state, ring?.kind === 'ring' ? ring.numbers : []];
    });
  };
  const arrival: CallEvent = { type: 'call.arrived', scene: scene({ routing: { routes: [line] } }), at: 0 };

  it('rings there, then where it would have rung next', () => {
    expect(follow([arrival, pickup(7), silence(1), silence(2), silence(3)])).toEqual([
      ['ringing', [desk.ana]],
      ['ringing', ['client:c1u7']],
      ['ringing', [desk.jo]],
      ['ringing', [desk.uma]],
      ['voicemail', []],
    ]);
  });

  it('is picked up by one after another, in later rounds, too; the end of a round before is late', () => {
    expect(follow([arrival, pickup(7), silence(0), pickup(8), silence(2), pickup(7), silence(4), silence(5)])).toEqual([
      ['ringing', [desk.ana]],
      ['ringing', ['client:c1u7']],
      ['ringing', ['client:c1u7']],
      ['ringing', ['client:c1u8']],
      ['ringing', [desk.jo]],
      ['ringing', ['client:c1u7']],
      ['ringing', [desk.uma]],
      ['voicemail', []],
    ]);
  });

  it('rings again with who transferred it where it isn’t taken', () => {
    const by = { number: 'client:c1u7', name: 'Ana Keller' };
    const transfer: CallEvent = { type: 'call.transferred', transfer: { by, to: { number: 'client:c1u8', name: 'Ben Ode' }, isRefused: false }, at: 10 };
    const answer: CallEvent = { type: 'phone.answered', number: desk.ana, round: 0, at: 5 };
    expect(follow([arrival, answer, transfer, pickup(8), silence(2), silence(3)])).toEqual([
      ['ringing', [desk.ana]],
      ['connected', []],
      ['ringing', ['client:c1u8']],
      ['ringing', ['client:c1u8']],
      ['ringing', ['client:c1u7']],
      ['voicemail', []],
    ]);
  });
});
