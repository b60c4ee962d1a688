import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { getReason, machine, userEvents } from '#machines/ga4Integration/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { integration, model } from './ga4Integration.fixtures.ts';

describeModel('a stream of Google Analytics', model, { userEvents, getReason });

test('a saved secret stays for its stream, and another stream needs its own', () => {
  const actor = createActor(machine).start();
  actor.send({ type: 'stream.opened', integration });
  expect(getReason(actor.getSnapshot(), 'stream.submitted')).toBeNull();
  actor.send({ type: 'detail.typed', field: 'measurementId', value: 'G-ZZ99ZZ99ZZ' });
  expect(getReason(actor.getSnapshot(), 'stream.submitted')).toBe('Enter the API secret of the stream first');
  actor.send({ type: 'detail.typed', field: 'measurementId', value: ' g-ab12cd34ef ' });
  expect(getReason(actor.getSnapshot(), 'stream.submitted')).toBeNull();
});

test('events stay in their own order, whichever is chosen first', () => {
  const actor = createActor(machine).start();
  actor.send({ type: 'stream.opened', integration });
  for (const kind of ['text', 'call', 'lead'] as const) actor.send({ type: 'kind.toggled', kind });
  expect(actor.getSnapshot().context.draft.events).toEqual(['call', 'text']);
});
