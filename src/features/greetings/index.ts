/** Greetings: the list, the form and services. */
export { createGreetingServices, listenToGreetings } from './services.ts';
