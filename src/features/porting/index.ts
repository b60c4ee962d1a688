/** Bringing numbers in: the list, the form, one request and services. */
export { createPortingServices, listenToPorts } from './services.ts';
