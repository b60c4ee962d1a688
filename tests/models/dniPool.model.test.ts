import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { getReason, machine, toDraft, userEvents } from '#machines/dniPool/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model, pool } from './dniPool.fixtures.ts';

describeModel('a pool of dynamic numbers', model, { userEvents, getReason });

test('a number is put in and taken out; another source empties its value', () => {
  const actor = createActor(machine).start();
  actor.send({ type: 'pool.opened', pool: { ...pool, source: 'landing_parameter', sourceValue: 'ref' } });
  expect(actor.getSnapshot().context.draft).toEqual({ ...toDraft(pool), source: 'landing_parameter', sourceValue: 'ref' });
  actor.send({ type: 'number.toggled', id: 3 });
  actor.send({ type: 'number.toggled', id: 4 });
  actor.send({ type: 'source.chosen', source: 'always' });
  expect(actor.getSnapshot().context.draft).toMatchObject({ numberIds: [4], source: 'always', sourceValue: '' });
});
