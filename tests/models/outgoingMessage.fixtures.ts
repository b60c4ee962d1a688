/** Events that can happen to an outgoing message. */
import { type InternalEvent, type MessageSnapshot, machine, type UserEvent } from '#machines/outgoingMessage/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const photo = { id: 'f-1', name: 'roof.jpg', contentType: 'image/jpeg', bytes: 3_000_000 };
const now = '2026-03-02T15:00:00Z';
const later = '2026-03-03T14:00:00Z';

const cases = {
  'text.typed': [{ text: 'On our way, about ten minutes' }, { text: '' }, { text: 'x'.repeat(1001) }],
  'media.attached': [{ media: photo }],
  'media.removed': [{ id: photo.id }],
  'message.submitted': [{}],
  'message.finished': [{}],
  'message.scheduled': [{ sendAt: later, now }],
  'message.undone': [{}],
  'message.resent': [{}],
  'message.abandoned': [{}],
  'network.changed': [{ isOnline: false }, { isOnline: true }],
  'sender.changed': [{ canSend: false }, { canSend: true }],
  'link.noted': [{ link: 'bit.ly/abc' }, { link: null }],
  'item.confirmed': [{ answer: { itemId: 55, holdMs: 4_000 } }, { answer: { itemId: 55, holdMs: 0 } }],
  'message.dispatched': [{}],
  'xstate.done.actor.sendMessage': [{ output: { itemId: 55, holdMs: 5_000 } }, { output: { itemId: 55, holdMs: 0 } }],
  'xstate.error.actor.sendMessage': [{ error: refusals.internal }, { error: refusals.noAnswer }],
  'xstate.done.actor.scheduleMessage': [{ output: { itemId: 56, holdMs: 82_800_000 } }],
  'xstate.error.actor.scheduleMessage': [{ error: refusals.unavailable }, { error: refusals.noAnswer }],
  'xstate.done.actor.takeBack': [{ output: { message: 'On our way, about ten minutes' } }],
  'xstate.error.actor.takeBack': [{ error: refusals.alreadySent }, { error: refusals.noAnswer }],
  'xstate.after.hold.outgoingMessage.held': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'outgoingMessage',
  machine,
  input: { conversationId: 7, clientId: 'client-0001', canSend: true, isOnline: true, holdSeconds: 5 },
  cases,
  refused: { 'message.scheduled': [{ sendAt: now, now: later }], 'media.attached': [{ media: { ...photo, id: 'f-2', bytes: 6_000_000 } }] },
  sameState: ({ context }: Pick<MessageSnapshot, 'context'>) => [
    context.text.length,
    context.media.length,
    context.canSend,
    context.isOnline,
    context.link !== null,
    context.andDone,
    context.sendAt !== null,
  ],
});
