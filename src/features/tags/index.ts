/** Tags and custom fields. */
export { createCustomFieldServices, createTagServices } from './services.ts';
