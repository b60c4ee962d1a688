import { describe, expect, it } from 'vitest';
import { assign, fromPromise, setup } from 'xstate';
import { type Driver, defineModel, MemoryDriver, type ModelEvent, shortestPaths, toBrowserPaths, unvisited, walk } from './index.ts';

const door = setup({
  types: { context: {} as { tries: number }, events: {} as { type: 'door.opened' } | { type: 'door.closed' } | { type: 'door.painted' } },
  actors: { askGuard: fromPromise<string, undefined>(() => Promise.reject({ status: 0 })) },
  guards: { isPatient: ({ context }) => context.tries < 1 },
  actions: { count: assign(({ context }) => ({ tries: context.tries + 1 })) },
  delays: { draught: 3_000 },
}).createMachine({
  id: 'door',
  context: { tries: 0 },
  initial: 'closed',
  states: {
    closed: { on: { 'door.opened': { guard: 'isPatient', target: 'asking', actions: 'count' } } },
    asking: { invoke: { id: 'askGuard', src: 'askGuard', onDone: { target: 'open' }, onError: { target: 'closed' } } },
    open: { after: { draught: { target: 'closed' } }, on: { 'door.closed': { target: 'closed' }, 'door.painted': { guard: () => false, target: 'painted' } } },
    painted: {},
  },
});

const cases = {
  'door.opened': [{}],
  'door.closed': [{}],
  'door.painted': [{}],
  'xstate.done.actor.askGuard': [{ output: 'come in' }],
  'xstate.error.actor.askGuard': [{ error: { status: 403 } }],
  'xstate.after.draught.door.open': [{}],
};
const sameState = ({ context }: { context: { tries: number } }) => [context.tries];
const model = defineModel({ flowId: 'door', machine: door, cases, sameState });

describe('the model driver', () => {
  it('refuses a model in which an event has no case', () => {
    const { 'xstate.error.actor.askGuard': _, ...rest } = cases;
    expect(() => defineModel({ flowId: 'door', machine: door, cases: rest })).toThrow('no case for xstate.error.actor.askGuard');
    expect(() => defineModel({ flowId: 'door', machine: door, cases: { ...cases, 'door.opened': [] } })).toThrow('no case for door.opened');
  });

  it('refuses a case of an event that the machine does not know', () => {
    expect(() => defineModel({ flowId: 'door', machine: door, cases: { ...cases, 'door.slammed': [{}] } })).toThrow('no event door.slammed');
  });

  it('tells which state was never reached and which case never happened', () => {
    expect(unvisited(model, shortestPaths(model))).toEqual({ states: ['painted'], cases: [{ type: 'door.painted' }] });
  });

  it('fails in memory when the actor is somewhere else than the path says', async () => {
    const driver = new MemoryDriver(model);
    await driver.reset();
    await driver.perform({ type: 'door.opened' });
    await driver.expectState('asking');
    await expect(driver.expectState('open')).rejects.toThrow('expected the state open, it is asking');
  });

  it('fails in memory when a timer is not the one that the machine names', async () => {
    const driver = new MemoryDriver({ ...model, machine: door.provide({ delays: { draught: 10 } }) });
    await driver.reset();
    await driver.perform({ type: 'door.opened' });
    await driver.perform({ type: 'xstate.done.actor.askGuard', output: 'come in' });
    await driver.perform({ type: 'xstate.after.draught.door.open' });
    await driver.expectState('closed');
    await expect(driver.perform({ type: 'xstate.done.actor.askGuard', output: '' })).rejects.toThrow('askGuard is not at work in closed');
  });

  it('folds answers into the step that asks for them, and keeps to what a driver can cause', async () => {
    const { paths, left } = toBrowserPaths(model, (event) => !event.type.startsWith('xstate.after'));
    const told: string[] = [];
    const note =
      (what: string) =>
      (event?: ModelEvent | readonly ModelEvent[] | string, outcomes: readonly ModelEvent[] = []) => {
        const name = typeof event === 'string' ? event : event && 'type' in event ? event.type : '';
        told.push([what, name, ...outcomes.map((each) => each.type)].filter(Boolean).join(' '));
        return Promise.resolve();
      };
    const driver: Driver = { reset: note('reset'), perform: note('do'), expectState: note('see') };
    for (const path of paths) await walk(driver, path);
    expect(told).toEqual([
      'reset',
      'see closed',
      'do door.opened xstate.done.actor.askGuard',
      'see open',
      'do door.closed',
      'see closed',
      'reset',
      'see closed',
      'do door.opened xstate.error.actor.askGuard',
      'see closed',
    ]);
    expect(left.map((event) => event.type)).toEqual(['door.painted', 'xstate.after.draught.door.open']);
  });
});
