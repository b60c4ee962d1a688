/** Bringing numbers in from another carrier. */
export * from './events.ts';
export * from './machine.ts';
export { reasons, userEvents, why } from './reasons.ts';
export { keyOf, type PortOrder, portableOf } from './setup.ts';
