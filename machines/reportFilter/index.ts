/** Filtering reports. */
export * from './events.ts';
export { flowId, machine, type ReportFilterSnapshot } from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export { namesOwnThings } from './setup.ts';
