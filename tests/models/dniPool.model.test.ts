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

test('a form that is closed hands out what was changed in it, and goes on with it when it is opened again', () => {
  const kept: unknown[] = [];
  const actor = createActor(machine.provide({ actions: { keep: (_, { draft }) => void kept.push(draft) } })).start();
  actor.send({ type: 'pool.opened', pool });
  actor.send({ type: 'pool.closed' });
  expect(kept).toEqual([null]);
  actor.send({ type: 'pool.opened', pool });
  actor.send({ type: 'detail.typed', field: 'name', value: 'Ads 2' });
  actor.send({ type: 'pool.closed' });
  const typed = { ...toDraft(pool), name: 'Ads 2' };
  expect(kept).toEqual([null, typed]);
  actor.send({ type: 'pool.opened', pool, kept: typed });
  expect(actor.getSnapshot().context.draft).toEqual(typed);
  actor.send({ type: 'pool.discarded' });
  expect(kept).toHaveLength(2);
});
