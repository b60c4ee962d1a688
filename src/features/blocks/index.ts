/** Blocked callers: the list and services. */
export { blockPanes } from './panes.ts';
export { createBlockServices, listenToBlocks } from './services.ts';
