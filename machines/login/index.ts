/** The login flow. */
export type { InternalEvent, LoginContext, LoginEvent, LoginInput, LoginReply, ProviderProof, SessionKind, UserEvent } from './events.ts';
export { type LoginSnapshot, machine } from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
/** The flow's name: `data-flow`, the file of its diagram, the key in `flows`. */
export const flowId = 'login';
