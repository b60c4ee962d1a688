/** Number templates: the list and services. */
export { templatePanes } from './panes.ts';
export { createTemplateServices, listenToTemplates } from './services.ts';
