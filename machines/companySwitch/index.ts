/** Re-exports the flow: machine, events, reasons. */
export * from './machine.ts';
export * from './reasons.ts';
