import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { type CatchUpResult, machine } from '#machines/realtime/index.ts';
import { refusals } from './people.ts';
import { change } from './realtime.fixtures.ts';
import { stageOf } from './stage.ts';

const live = async (cursor: number | null = 10) => {
  const stage = stageOf(machine);
  stage.actor.send({ type: 'session.opened', companyId: 1, cursor });
  stage.actor.send({ type: 'socket.connected' });
  await stage.answer('joinChannel', undefined, 'open.catchingUp');
  await stage.answer('catchUp', { cursor: 10 }, 'open.live');
  return stage;
};
const arrive = (stage: Awaited<ReturnType<typeof live>>, seq: number, companyId = 1) =>
  stage.actor.send({ type: 'change.arrived', change: change(seq, companyId) });
const applied = (stage: Awaited<ReturnType<typeof live>>) => stage.log.filter((name) => name === 'applyChange').length;

describe('staying connected', () => {
  it('applies changes in their order, once each, and of this company only', async () => {
    const stage = await live();
    arrive(stage, 11);
    arrive(stage, 11);
    arrive(stage, 12, 2);
    arrive(stage, 12);
    expect([applied(stage), stage.actor.getSnapshot().context.cursor]).toEqual([2, 12]);
  });

  it('catches up by cursor when a change is missing', async () => {
    const stage = await live();
    arrive(stage, 13);
    expect(stage.inputOf('catchUp')).toEqual({ companyId: 1, after: 10 });
    await stage.answer('catchUp', { cursor: 13 }, 'open.live');
    expect(stage.actor.getSnapshot().context.cursor).toBe(13);
  });

  it('asks again when more arrived while it was catching up', async () => {
    const stage = await live();
    arrive(stage, 13);
    arrive(stage, 15);
    await stage.answer('catchUp', { cursor: 13 }, 'open.behind');
    stage.clock.increment(5_000);
    expect(stage.inputOf('catchUp')).toEqual({ companyId: 1, after: 13 });
  });

  it('catches up after every reconnection', async () => {
    const stage = await live();
    stage.actor.send({ type: 'socket.dropped' });
    stage.actor.send({ type: 'socket.unavailable' });
    stage.actor.send({ type: 'socket.connected' });
    await stage.answer('joinChannel', undefined, 'open.catchingUp');
    expect(stage.inputOf('catchUp')).toEqual({ companyId: 1, after: 10 });
  });

  it('leaves the channel of the company before when another is chosen', async () => {
    const stage = await live();
    stage.actor.send({ type: 'company.switched', companyId: 2, cursor: null });
    expect(stage.inputOf('joinChannel')).toEqual({ join: 2, leave: 1 });
    await stage.answer('joinChannel', undefined, 'open.catchingUp');
    expect(stage.inputOf('catchUp')).toEqual({ companyId: 2, after: null });
  });

  it('says that it is refused, and stops, when the person may not hear the channel', async () => {
    const stage = stageOf(machine);
    stage.actor.send({ type: 'session.opened', companyId: 1, cursor: null });
    stage.actor.send({ type: 'socket.connected' });
    await stage.refuse('joinChannel', refusals.forbidden, 'open.refused');
    expect(stage.actor.getSnapshot().context).toMatchObject({ error: refusals.forbidden, joined: null });
  });

  it('tries again by itself when the channel could not be joined, for as long as it takes', async () => {
    const tries: string[] = [];
    const clock = new SimulatedClock();
    const holdSocket = fromCallback<{ type: 'socket.retry' }, Record<never, never>>(({ receive }) => receive(({ type }) => tries.push(type)));
    const joinChannel = fromPromise<unknown, { join: number; leave: number | null }>(() => Promise.reject(refusals.noAnswer));
    const actor = createActor(machine.provide({ actors: { holdSocket, joinChannel } }), { clock }).start();
    actor.send({ type: 'session.opened', companyId: 1, cursor: null });
    actor.send({ type: 'socket.connected' });
    await waitFor(actor, (snapshot) => snapshot.matches({ open: 'unavailable' }));
    clock.increment(5_000);
    clock.increment(5_000);
    expect(tries).toEqual(['socket.retry', 'socket.retry']);
  });

  it('holds one socket from sign-in to sign-out, and asks it to try again when the person does', () => {
    const heard: string[] = [];
    const holdSocket = fromCallback<{ type: 'socket.retry' }, Record<never, never>>(({ receive, sendBack }) => {
      heard.push('opened');
      sendBack({ type: 'socket.unavailable' });
      receive(({ type }) => heard.push(type));
      return () => heard.push('closed');
    });
    const joinChannel = fromPromise<unknown, { join: number; leave: number | null }>(() => new Promise(() => {}));
    const catchUp = fromPromise<CatchUpResult, { companyId: number; after: number | null }>(() => new Promise(() => {}));
    const actor = createActor(machine.provide({ actors: { holdSocket, joinChannel, catchUp } })).start();
    actor.send({ type: 'session.opened', companyId: 1, cursor: null });
    actor.send({ type: 'connection.retried' });
    actor.send({ type: 'socket.connected' });
    actor.send({ type: 'company.switched', companyId: 2, cursor: null });
    actor.send({ type: 'session.closed' });
    expect(heard).toEqual(['opened', 'socket.retry', 'closed']);
  });
});
