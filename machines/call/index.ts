/** A call that comes in: its machine, what the caller hears, and the same ahead of time. */
export * from './events.ts';
export * from './hearing.ts';
export * from './hold.ts';
export * from './lint.ts';
export { type CallSnapshot, type CallState, flowId, machine, menuTurns, reasons, userEvents, why } from './machine.ts';
export * from './run.ts';
export * from './scene.ts';
export * from './simulate.ts';
