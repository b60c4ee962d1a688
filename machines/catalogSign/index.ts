/** Re-exports the flow: machine, events, reasons. */
export * from './events.ts';
export * from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
