/** The outgoing message flow. */
export type { InternalEvent, MediaRef, MessageContext, MessageInput, SendAnswer, UserEvent } from './events.ts';
export { type MessageSnapshot, machine } from './machine.ts';
export { reasons, userEvents, why } from './reasons.ts';
export { bytesOf, characterLimit } from './setup.ts';
/** The flow's name: `data-flow`, the file of its diagram, the key in `flows`. */
export const flowId = 'outgoingMessage';
