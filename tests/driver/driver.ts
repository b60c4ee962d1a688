/** Whoever walks a path: the machine in memory, the server over HTTP, the app in a browser. */
import type { ModelEvent } from './model.ts';
import type { BrowserPath } from './paths.ts';

/** Interface through which a path is walked. `outcomes` are the answers that shall follow, arranged before the event happens. */
export interface Driver {
  /** Brings everything to the beginning, then starts the flow. */
  reset(outcomes?: readonly ModelEvent[]): Promise<void>;
  perform(event: ModelEvent, outcomes?: readonly ModelEvent[]): Promise<void>;
  /** Waits until the flow shows this state (`data-state`), and fails when it does not. */
  expectState(name: string): Promise<void>;
}

/** Walks a path from outside. */
export const walk = async (driver: Driver, path: BrowserPath): Promise<void> => {
  await driver.reset(path.start.outcomes);
  await driver.expectState(path.start.state);
  for (const step of path.steps) {
    await driver.perform(step.event, step.outcomes);
    await driver.expectState(step.state);
  }
};

const told = (event: ModelEvent): string => {
  const { type, ...payload } = event;
  return Object.keys(payload).length === 0 ? type : `${type} ${JSON.stringify(payload).slice(0, 80)}`;
};

/** A path in words, for the name of a test. */
export const pathInWords = (path: BrowserPath): string =>
  [`from ${path.start.state}`, ...path.steps.map((step) => `${told(step.event)} → ${step.state}`)].join(', ').slice(0, 400);
