/** Bringing numbers in: the list, the form, one request and services. */
export { portingPanes } from './panes.ts';
export { createPortingServices, listenToPorts } from './services.ts';
