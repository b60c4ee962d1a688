/** A call that comes in: its machine, what the caller hears, and the same ahead of time. */
export * from './events.ts';
export * from './hold.ts';
export * from './instructions.ts';
export * from './lint.ts';
export { type CallSnapshot, type CallState, flowId, getReason, machine, menuTurns, reasons, userEvents } from './machine.ts';
export * from './routingContext.ts';
export * from './simulate.ts';
export * from './transfer.ts';
export * from './transition.ts';
