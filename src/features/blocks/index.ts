/** Blocked callers: the list and services. */
export { createBlockServices, listenToBlocks } from './services.ts';
