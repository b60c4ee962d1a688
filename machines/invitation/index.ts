/** Inviting users. */
export * from './events.ts';
export * from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export { listAdded, listInvited } from './setup.ts';
