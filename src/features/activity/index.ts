/** The activity list and its services. */
export { createActivityServices } from './services.ts';
