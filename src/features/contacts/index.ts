/** The area contacts: list, card, form, and their services. */

export { listenToContacts } from './live.ts';
export { createContactServices } from './services.ts';
