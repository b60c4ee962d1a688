/** Importing contacts. */
export * from './events.ts';
export * from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export { countSaved, isSheetComplete, type StageRequest } from './setup.ts';
