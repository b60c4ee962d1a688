/** Number templates: the list and services. */
export { createTemplateServices, listenToTemplates } from './services.ts';
