/** Phones that the numbers ring: the list and services. */
export { forwardPanes } from './panes.ts';
export { createForwardServices } from './services.ts';
