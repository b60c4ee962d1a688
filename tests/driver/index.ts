/** The generic driver of generated paths. */
export { describeModel, type Refusals } from './describe.ts';
export { type Driver, pathInWords, walk } from './driver.ts';
export { MemoryDriver } from './memory.ts';
export { type Cases, defineModel, type Model, type ModelEvent } from './model.ts';
export { type BrowserPath, type BrowserStep, shortestPaths, toBrowserPaths, tour, tourOf, unvisited } from './paths.ts';
