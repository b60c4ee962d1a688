/** Campaigns: one text to a group. */
export { blankDraft, isChanged, isSameDraft, toDraft } from './draft.ts';
export * from './events.ts';
export * from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export { type ArmRequest, countReached, countUnknown, type DraftRequest } from './setup.ts';
