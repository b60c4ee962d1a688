/** Adding, changing, testing and deleting a stream of Google Analytics. */
export { flowId, type Ga4Snapshot, machine } from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export { blankDraft, type Ga4Draft, type Ga4Field, toDraft, type UserEvent } from './setup.ts';
