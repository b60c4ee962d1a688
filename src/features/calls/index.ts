/** Calls: their search, one of them, and services. */
export { callPanes } from './panes.ts';
export { createCallServices } from './services.ts';
