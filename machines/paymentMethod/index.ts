/** Updating a payment method: the machine, and why it refuses something. */
export * from './events.ts';
export { flowId, machine, type PaymentMethodSnapshot } from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
