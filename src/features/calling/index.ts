/** Calls that go on: the list and services. */
export { callingPanes } from './panes.ts';
export { createCallingServices, listenToCalls } from './services.ts';
