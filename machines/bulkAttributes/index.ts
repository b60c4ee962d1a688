/** Updating custom fields in bulk. */
export * from './events.ts';
export * from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
