/** Turns a model into tests whose names read as sentences. */

import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { getStateName } from '#machines/state.ts';
import { MemoryDriver } from './memory.ts';
import type { Model, ModelEvent } from './model.ts';
import { graphByKey, type Step, shortestPaths, tourOf, unvisited } from './paths.ts';

/** Exports of a flow that list the events a user may send, and give the reason a refused one is refused. */
interface Refusals {
  userEvents: readonly string[];
  getReason(snapshot: AnyMachineSnapshot, asked: ModelEvent | string): string | null;
}

const follow = async (model: Model, steps: readonly Step[]): Promise<void> => {
  const driver = new MemoryDriver(model);
  await driver.reset();
  for (const { event, to } of steps) {
    await driver.perform(event);
    await driver.expectState(getStateName(to));
    expect(model.key(driver.snapshot), `after ${event.type}`).toBe(model.key(to));
  }
};

const arrowOf = (steps: readonly Step[]): string => {
  const last = steps.at(-1);
  return last ? `in ${getStateName(last.from)}, ${last.event.type} leads to ${getStateName(last.to)}` : 'stays where it begins';
};

const describeRefusals = (model: Model, { userEvents, getReason }: Refusals): void => {
  const snapshots = [...graphByKey(model).snapshots.values()].filter((snapshot) => snapshot.status === 'active');
  for (const type of userEvents) {
    it(`says why ${type} is refused, exactly when it is`, () => {
      for (const snapshot of snapshots) {
        for (const event of [...model.events, ...model.refusedEvents].filter((each) => each.type === type)) {
          const sentence = getReason(snapshot, event);
          expect(sentence === null, `${model.key(snapshot)} ${JSON.stringify(event)}: ${sentence}`).toBe(snapshot.can(event));
          if (model.refusedEvents.includes(event)) expect(sentence).not.toBeNull();
          expect(sentence === null || /^\S.{5,}$/.test(sentence)).toBe(true);
          if (getReason(snapshot, type) !== null) expect(sentence).not.toBeNull();
        }
      }
    });
  }
};

/** Walks every transition of a model in memory, asserts that no state and no case was left out, and that every refusal has its words. */
export const describeModel = (title: string, model: Model, refusals: Refusals): void => {
  const paths = shortestPaths(model);
  describe(`${title}: every way through it`, () => {
    it('comes to rest in every state and meets every case of every event', () => {
      expect(unvisited(model, paths)).toEqual({ states: [], cases: [] });
    });
    for (const [arrow, ways] of Map.groupBy(paths, arrowOf)) {
      it(`${arrow}${ways.length > 1 ? `, in ${ways.length} situations` : ''}`, async () => {
        for (const steps of ways) await follow(model, steps);
      });
    }
  });
  describe(`${title}: long walks`, () => {
    const walks = tourOf(model);
    it(`${walks.length} walks of ${walks.flat().length} steps take every transition again`, async () => {
      for (const steps of walks) await follow(model, steps);
    });
  });
  // A flow that hears of the world alone refuses nobody.
  if (refusals.userEvents.length > 0)
    describe(`${title}: refusals`, () => {
      describeRefusals(model, refusals);
    });
};
