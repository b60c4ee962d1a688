/** The form of a contact. */
export * from './machine.ts';
