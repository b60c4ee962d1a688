/** Why an outgoing message does not accept something now. */
import { limits } from '#contract/core/limits.ts';
import { messages } from '#contract/core/messages.ts';
import { linksOff } from '#contract/messaging/texts.ts';
import { inside, outside, type Reason, type Reasons, typesOf, whyFrom } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { MessageSnapshot } from './machine.ts';
import { bytesOf, characterLimit, hasContent } from './setup.ts';

type Refusal = Reason<MessageSnapshot, UserEvent>;

const gone: readonly Refusal[] = [
  [inside('sent', 'scheduled'), 'Already sending. Write the next message.'],
  [inside('held', 'undoing'), 'Sending soon. Undo to edit it, or write the next message.'],
  [inside('unsure'), 'Delivery not confirmed. Resend it or move it to draft first.'],
  [outside('composing'), 'Sending…'],
];
const toSend: readonly Refusal[] = [
  ...gone,
  [({ context }) => !context.canSend, 'This number can’t send texts. Choose another.'],
  [({ context }) => !context.isOnline, 'You’re offline. The draft is saved; send it when you’re back.'],
  [({ context }) => !hasContent(context), 'Type a message or attach a file first'],
  [({ context }) => context.text.length > characterLimit(context.media) && context.media.length === 0, messages.smsTooLong],
  [({ context }) => context.text.length > characterLimit(context.media), messages.mmsTooLong],
  [({ context }) => context.link !== null, linksOff],
];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<MessageSnapshot, UserEvent> = {
  'text.typed': gone,
  'media.attached': [
    ...gone,
    [({ context }) => context.media.length >= limits.mediaFiles, `Attach at most ${limits.mediaFiles} files`],
    [
      ({ context }, event) => bytesOf(context.media) + (event?.type === 'media.attached' ? event.media.bytes : 0) > limits.mediaBytes,
      'Attachments can total 5 MB. Choose a smaller file.',
    ],
  ],
  'media.removed': [...gone, [({ context }) => context.media.length === 0, 'No file is attached']],
  'message.submitted': toSend,
  'message.finished': toSend,
  'message.scheduled': [
    ...toSend,
    [(_, event) => event?.type === 'message.scheduled' && !(Date.parse(event.sendAt) > Date.parse(event.now)), 'Choose a time in the future'],
  ],
  'message.undone': [
    [inside('composing'), 'Nothing to undo'],
    [inside('sent'), 'Already sent'],
    [inside('scheduled'), 'This message is scheduled. Cancel it in the conversation.'],
    [outside('held'), 'Sending…'],
  ],
  'message.resent': [
    [outside('unsure'), 'Only a message that was not confirmed can be sent again'],
    [({ context }) => !context.isOnline, 'You’re offline. Send again when you reconnect.'],
  ],
  'message.abandoned': [[outside('unsure'), 'Only unconfirmed messages can be moved to draft']],
};

/** Every event a person may send. */
export const userEvents = typesOf(reasons);
/** Why an event is refused now; null when it is accepted. */
export const why = whyFrom(reasons);
