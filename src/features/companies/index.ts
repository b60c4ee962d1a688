/** The companies of the person: the list and its services. */
export { createCompanyListServices } from './services.ts';
export { listenToSetup } from './settings.ts';
