/** Calls: their search, one of them, and services. */
export { createCallServices } from './services.ts';
