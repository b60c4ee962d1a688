/** Creating, changing and deleting a pool of dynamic numbers. */
export { flowId, machine, type PoolSnapshot } from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export { blankDraft, listEntries, type PoolDraft, type PoolField, type PoolFlag, toDraft, type UserEvent } from './setup.ts';
