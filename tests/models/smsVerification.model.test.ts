import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { getReason, machine, userEvents } from '#machines/smsVerification/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model, verification } from './smsVerification.fixtures.ts';

describeModel('registering for texting', model, { userEvents, getReason });

test('a lane that is canceled is expired at once, and the list is fetched again after 15 s (RULE-202, RULE-203)', async () => {
  const clock = new SimulatedClock();
  const done: string[] = [];
  const actor = createActor(
    machine.provide({
      actors: { cancelLane: fromPromise(async () => verification()) },
      actions: { tellCanceled: (_, { lane }) => void done.push(`expired ${lane}`), refreshList: () => void done.push('list') },
    }),
    { input: { key: 'registration-01' }, clock },
  ).start();
  actor.send({ type: 'lane.canceled', id: 3, lane: 'toll_free' });
  expect(done).toEqual(['expired toll_free']);
  await expect.poll(() => actor.getSnapshot().value).toEqual({ closed: 'idle' });
  clock.increment(14_999);
  expect(done).toEqual(['expired toll_free']);
  clock.increment(1);
  expect(done).toEqual(['expired toll_free', 'list']);
});
