/** Calls that go on: the list and services. */
export { createCallingServices, listenToCalls } from './services.ts';
