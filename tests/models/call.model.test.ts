import { describe, expect, it } from 'vitest';
import { type CallEvent, type CallSnapshotData, getInstructions, getReason, initialCallState, transitionCall, userEvents } from '#machines/call/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { shortestPaths } from '#tests/driver/paths.ts';
import { cases, model } from './call.fixtures.ts';

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
