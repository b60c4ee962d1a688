/**
 * Outgoing message (spec 2.4, 2.7; FLOW-094 to FLOW-097; SAFETY.md, messages): it appears at once, is held back for the chosen seconds, is
 * replaced by the server's item, or is removed with its text kept as a draft. An unsure outcome is the person's to decide.
 *
 * One actor per message. The composer shows its newest; when the person types on after sending, it starts another actor, so nobody waits for a
 * hold. A text that comes back (undone, failed) is handed to `keepDraft`.
 */
import type { SnapshotFrom } from 'xstate';
import { toFlowError } from '../errors.ts';
import type { MessageContext, MessageInput, SendAnswer } from './events.ts';
import { outgoing } from './setup.ts';

const first = ({ input }: { input: MessageInput }): MessageContext => ({
  conversationId: input.conversationId,
  key: input.clientId,
  clientId: input.clientId,
  attempt: 1,
  text: input.text ?? '',
  media: input.media ?? [],
  canSend: input.canSend,
  isOnline: input.isOnline,
  holdSeconds: input.holdSeconds,
  holdMs: 0,
  sendAt: null,
  andDone: false,
  itemId: null,
  link: null,
  error: null,
});

const refused = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const answered = ({ event }: { event: { output: SendAnswer } }) => ({ answer: event.output });
const confirmed = ({ event }: { event: { answer: SendAnswer } }) => ({ answer: event.answer });
const shown = ({ context }: { context: MessageContext }) => ({ clientId: context.clientId, text: context.text, media: context.media });
const closing = ({ context }: { context: MessageContext }) => ({ andDone: context.andDone });
const replacing =
  <A>(answer: (args: A) => { answer: SendAnswer }) =>
  (args: A & { context: MessageContext }) => ({
    clientId: args.context.clientId,
    ...answer(args),
  });
const drafted = ({ context }: { context: MessageContext }) => ({ text: context.text, media: context.media });

const accepting = <A>(answer: (args: A) => { answer: SendAnswer }) =>
  [{ type: 'keepAnswer', params: answer }, { type: 'replaceItem', params: replacing(answer) }, 'dropDraft', { type: 'markDone', params: closing }] as const;

/** The outgoing message machine. */
export const machine = outgoing.createMachine({
  id: 'outgoingMessage',
  context: first,
  initial: 'composing',
  on: {
    'network.changed': { actions: { type: 'noteNetwork', params: ({ event }) => event } },
    'sender.changed': { actions: { type: 'noteSender', params: ({ event }) => event } },
    'link.noted': { actions: { type: 'noteLink', params: ({ event }) => event } },
  },
  states: {
    composing: {
      on: {
        'text.typed': {
          actions: [
            { type: 'typeText', params: ({ event }) => event },
            { type: 'keepDraft', params: drafted },
          ],
        },
        'media.attached': {
          guard: { type: 'fits', params: ({ event }) => event },
          actions: [
            { type: 'attach', params: ({ event }) => event },
            { type: 'keepDraft', params: drafted },
          ],
        },
        'media.removed': {
          guard: 'hasMedia',
          actions: [
            { type: 'detach', params: ({ event }) => event },
            { type: 'keepDraft', params: drafted },
          ],
        },
        'message.submitted': { guard: 'isSendable', target: 'sending', actions: { type: 'begin', params: { andDone: false, sendAt: null } } },
        'message.finished': { guard: 'isSendable', target: 'sending', actions: { type: 'begin', params: { andDone: true, sendAt: null } } },
        'message.scheduled': {
          guard: { type: 'isSchedulable', params: ({ event }) => event },
          target: 'scheduling',
          actions: { type: 'begin', params: ({ event }) => ({ andDone: false, sendAt: event.sendAt }) },
        },
      },
    },
    sending: {
      entry: { type: 'showItem', params: shown },
      invoke: {
        id: 'sendMessage',
        src: 'sendMessage',
        input: ({ context }) => ({
          conversationId: context.conversationId,
          clientId: context.clientId,
          text: context.text,
          media: context.media,
          holdSeconds: context.holdSeconds,
        }),
        onDone: [
          { guard: { type: 'isHeld', params: answered }, target: 'held', actions: accepting(answered) },
          { target: 'sent', actions: accepting(answered) },
        ],
        onError: [
          { guard: { type: 'isUnanswered', params: refused }, target: 'unsure', actions: { type: 'fail', params: refused } },
          {
            target: 'composing',
            actions: [{ type: 'fail', params: refused }, { type: 'removeItem', params: shown }, { type: 'keepDraft', params: drafted }, 'renew'],
          },
        ],
      },
      on: {
        'item.confirmed': [
          { guard: { type: 'isHeld', params: confirmed }, target: 'held', actions: accepting(confirmed) },
          { target: 'sent', actions: accepting(confirmed) },
        ],
      },
    },
    held: {
      after: { hold: { target: 'sent' } },
      on: {
        'message.undone': { target: 'undoing' },
        'message.dispatched': { target: 'sent' },
      },
    },
    undoing: {
      invoke: {
        id: 'takeBack',
        src: 'takeBack',
        input: ({ context }) => ({ itemId: context.itemId ?? 0 }),
        onDone: {
          target: 'composing',
          actions: ['calm', { type: 'removeItem', params: shown }, { type: 'keepDraft', params: drafted }, { type: 'reopen', params: closing }, 'renew'],
        },
        onError: [
          { guard: { type: 'isTooLate', params: refused }, target: 'sent', actions: { type: 'fail', params: refused } },
          { target: 'held', actions: { type: 'fail', params: refused } },
        ],
      },
      on: { 'message.dispatched': { target: 'sent' } },
    },
    unsure: {
      on: {
        'message.resent': [
          { guard: 'isTimed', target: 'scheduling', actions: 'calm' },
          { guard: 'isOnline', target: 'sending', actions: 'calm' },
        ],
        'message.abandoned': {
          target: 'composing',
          actions: ['calm', { type: 'removeItem', params: shown }, { type: 'keepDraft', params: drafted }, 'renew'],
        },
        'item.confirmed': [
          { guard: 'isForLater', target: 'scheduled', actions: ['calm', ...accepting(confirmed)] },
          { guard: { type: 'isHeld', params: confirmed }, target: 'held', actions: ['calm', ...accepting(confirmed)] },
          { target: 'sent', actions: ['calm', ...accepting(confirmed)] },
        ],
      },
    },
    scheduling: {
      invoke: {
        id: 'scheduleMessage',
        src: 'scheduleMessage',
        input: ({ context }) => ({
          conversationId: context.conversationId,
          clientId: context.clientId,
          text: context.text,
          media: context.media,
          sendAt: context.sendAt ?? '',
        }),
        onDone: { target: 'scheduled', actions: accepting(answered) },
        onError: [
          { guard: { type: 'isUnanswered', params: refused }, target: 'unsure', actions: { type: 'fail', params: refused } },
          { target: 'composing', actions: [{ type: 'fail', params: refused }, { type: 'keepDraft', params: drafted }, 'renew'] },
        ],
      },
    },
    scheduled: { type: 'final' },
    sent: { type: 'final' },
  },
});

/** State of a message at one moment. */
export type MessageSnapshot = SnapshotFrom<typeof machine>;
