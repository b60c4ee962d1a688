/** The login flow. */
export type { InternalEvent, LoginAnswer, LoginContext, LoginEvent, LoginInput, ProviderProof, SessionKind, UserEvent } from './events.ts';
export { type LoginSnapshot, machine } from './machine.ts';
export { reasons, userEvents, why } from './reasons.ts';
/** The flow's name: `data-flow`, the file of its diagram, the key in `flows`. */
export const flowId = 'login';
