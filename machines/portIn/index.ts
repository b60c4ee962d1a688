/** Bringing numbers in from another carrier. */
export * from './events.ts';
export * from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export { getPortKey, listPortable, type PortOrder } from './setup.ts';
