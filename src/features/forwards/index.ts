/** Phones that the numbers ring: the list and services. */
export { createForwardServices } from './services.ts';
