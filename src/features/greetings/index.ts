/** Greetings: the list, the form and services. */
export { greetingPanes } from './panes.ts';
export { createGreetingServices, listenToGreetings } from './services.ts';
