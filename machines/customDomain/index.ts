/** The custom domain of a tenant. */
export { type DomainSnapshot, flowId, machine } from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export { blankDraft, type DomainDraft, type DomainField, endsUse, hasDomain, type InternalEvent, isComplete, type UserEvent } from './setup.ts';
