/** Exports and what tells that they are there. */
export { createExportServices, listenToExports } from './services.ts';
