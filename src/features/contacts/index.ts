/** The area contacts: list, card, form, and their services. */

export { listenToContacts } from './live.ts';
export { contactPanes } from './panes.ts';
export { createContactServices } from './services.ts';
