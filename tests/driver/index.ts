/** The generic driver of generated paths. */
export { describeModel } from './describe.ts';
export { type Driver, pathInWords, walk } from './driver.ts';
export { MemoryDriver } from './memory.ts';
export { type Cases, defineModel, type Model, type ModelEvent } from './model.ts';
export { type BrowserPath, shortestPaths, toBrowserPaths, tourOf, unvisited } from './paths.ts';
