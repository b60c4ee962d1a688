/** A subscription: the machine, and why it refuses something. */
export * from './events.ts';
export { flowId, machine, type SubscriptionSnapshot } from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
