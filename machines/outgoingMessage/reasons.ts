/** Why an outgoing message does not accept something now. */
import { limits } from '#contract/limits.ts';
import { linksOff, messages } from '#contract/messages.ts';
import { inside, outside, type Reason, type Reasons, typesOf, whyFrom } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { MessageSnapshot } from './machine.ts';
import { bytesOf, characterLimit, hasContent } from './setup.ts';

type Refusal = Reason<MessageSnapshot, UserEvent>;

const gone: readonly Refusal[] = [
  [inside('sent', 'scheduled'), 'This message is on its way: write the next one'],
  [inside('held', 'undoing'), 'This message is held back: undo it to change it, or write the next one'],
  [inside('unsure'), 'This message was not confirmed: send it again or take it back first'],
  [outside('composing'), 'Wait a moment: it is being sent'],
];
const toSend: readonly Refusal[] = [
  ...gone,
  [({ context }) => !context.canSend, 'This number cannot send messages: choose another number'],
  [({ context }) => !context.isOnline, 'You are offline: the text is kept, send it when you are back'],
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
      'All files together may have 5 MB: attach a smaller one',
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
    [inside('composing'), 'Nothing was sent yet'],
    [inside('sent'), 'This message was sent'],
    [inside('scheduled'), 'This message is scheduled: cancel it in the conversation'],
    [outside('held'), 'Wait a moment: it is being sent'],
  ],
  'message.resent': [
    [outside('unsure'), 'Only a message that was not confirmed can be sent again'],
    [({ context }) => !context.isOnline, 'You are offline: send it again when you are back'],
  ],
  'message.abandoned': [[outside('unsure'), 'Only a message that was not confirmed can be given up']],
};

/** Every event a person may send. */
export const userEvents = typesOf(reasons);
/** Why an event is refused now; null when it is accepted. */
export const why = whyFrom(reasons);
