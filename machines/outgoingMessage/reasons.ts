/** Why an outgoing message does not accept something now. */
import { limits } from '#contract/core/limits.ts';
import { messages } from '#contract/core/messages.ts';
import { linksOff } from '#contract/messaging/texts.ts';
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { MessageSnapshot } from './machine.ts';
import { getCharacterLimit, hasContent, sumBytes } from './setup.ts';

type MessageReason = Reason<MessageSnapshot, UserEvent>;

const goneReasons: readonly MessageReason[] = [
  [isInside('sent', 'scheduled'), 'Already sending. Write the next message.'],
  [isInside('held', 'undoing'), 'Sending soon. Undo to edit it, or write the next message.'],
  [isInside('unsure'), 'Delivery not confirmed. Resend it or move it to draft first.'],
  [isOutside('composing'), 'Sending…'],
];
const sendReasons: readonly MessageReason[] = [
  ...goneReasons,
  [({ context }) => !context.canSend, 'This number can’t send texts. Choose another.'],
  [({ context }) => !context.isOnline, 'You’re offline. The draft is saved; send it when you’re back.'],
  [({ context }) => !hasContent(context), 'Type a message or attach a file first'],
  [({ context }) => context.text.length > getCharacterLimit(context.media) && context.media.length === 0, messages.smsTooLong],
  [({ context }) => context.text.length > getCharacterLimit(context.media), messages.mmsTooLong],
  [({ context }) => context.link !== null, linksOff],
];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<MessageSnapshot, UserEvent> = {
  'text.typed': goneReasons,
  'media.attached': [
    ...goneReasons,
    [({ context }) => context.media.length >= limits.mediaFiles, `Attach at most ${limits.mediaFiles} files`],
    [
      ({ context }, event) => sumBytes(context.media) + (event?.type === 'media.attached' ? event.media.bytes : 0) > limits.mediaBytes,
      'Attachments can total 5 MB. Choose a smaller file.',
    ],
  ],
  'media.removed': [...goneReasons, [({ context }) => context.media.length === 0, 'No file is attached']],
  'message.submitted': sendReasons,
  'message.finished': sendReasons,
  'message.scheduled': [
    ...sendReasons,
    [(_, event) => event?.type === 'message.scheduled' && !(Date.parse(event.sendAt) > Date.parse(event.now)), 'Choose a time in the future'],
  ],
  'message.undone': [
    [isInside('composing'), 'Nothing to undo'],
    [isInside('sent'), 'Already sent'],
    [isInside('scheduled'), 'This message is scheduled. Cancel it in the conversation.'],
    [isOutside('held'), 'Sending…'],
  ],
  'message.resent': [
    [isOutside('unsure'), 'Only a message that was not confirmed can be sent again'],
    [({ context }) => !context.isOnline, 'You’re offline. Send again when you reconnect.'],
  ],
  'message.abandoned': [[isOutside('unsure'), 'Only unconfirmed messages can be moved to draft']],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
