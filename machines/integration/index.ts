/** Connecting, configuring, switching and deleting an integration by OAuth. */
export { flowId, type IntegrationSnapshot, machine } from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export type { AccountChoice, AdAccountChoice, CrmChoice, InternalEvent, ToldKind, UserEvent } from './setup.ts';
