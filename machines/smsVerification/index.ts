/** Registration for texting. */
export * from './draft.ts';
export * from './events.ts';
export * from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export { type DraftOrder, getRegistrationKey, listStepFindings } from './setup.ts';
