/** Tags and custom fields. */
export { tagPanes } from './panes.ts';
export { createCustomFieldServices, createTagServices } from './services.ts';
