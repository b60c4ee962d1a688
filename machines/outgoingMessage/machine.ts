/**
 * Outgoing message (spec 2.4, 2.7; FLOW-094 to FLOW-097; SAFETY.md, messages): it appears at once, is held back for the chosen seconds, is
 * replaced by the server's item, or is removed with its text kept as a draft. An unsure outcome is the person's to decide.
 *
 * One actor per message. The composer shows its newest; when the person types on after sending, it starts another actor, so nobody waits for a
 * hold. A text that comes back (undone, failed) is handed to `keepDraft`.
 */
import type { SnapshotFrom } from 'xstate';
import { toFlowError } from '../errors.ts';
import type { MessageContext, MessageInput, SendReply } from './events.ts';
import { messageSetup } from './setup.ts';

const createContext = ({ input }: { input: MessageInput }): MessageContext => ({
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

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toAnswer = ({ event }: { event: { output: SendReply } }) => ({ answer: event.output });
const toConfirmedAnswer = ({ event }: { event: { answer: SendReply } }) => ({ answer: event.answer });
const toShownMessage = ({ context }: { context: MessageContext }) => ({ clientId: context.clientId, text: context.text, media: context.media });
const toDoneParams = ({ context }: { context: MessageContext }) => ({ andDone: context.andDone });
const createReplacement =
  <A>(answer: (args: A) => { answer: SendReply }) =>
  (args: A & { context: MessageContext }) => ({
    clientId: args.context.clientId,
    ...answer(args),
  });
const toDraft = ({ context }: { context: MessageContext }) => ({ text: context.text, media: context.media });

const createAcceptActions = <A>(answer: (args: A) => { answer: SendReply }) =>
  [
    { type: 'keepAnswer', params: answer },
    { type: 'replaceItem', params: createReplacement(answer) },
    'dropDraft',
    { type: 'markDone', params: toDoneParams },
  ] as const;

/** The outgoing message machine. */
export const machine = messageSetup.createMachine({
  id: 'outgoingMessage',
  context: createContext,
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
            { type: 'keepDraft', params: toDraft },
          ],
        },
        'media.attached': {
          guard: { type: 'fits', params: ({ event }) => event },
          actions: [
            { type: 'attach', params: ({ event }) => event },
            { type: 'keepDraft', params: toDraft },
          ],
        },
        'media.removed': {
          guard: 'hasMedia',
          actions: [
            { type: 'detach', params: ({ event }) => event },
            { type: 'keepDraft', params: toDraft },
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
      entry: { type: 'showItem', params: toShownMessage },
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
          { guard: { type: 'isHeld', params: toAnswer }, target: 'held', actions: createAcceptActions(toAnswer) },
          { target: 'sent', actions: createAcceptActions(toAnswer) },
        ],
        onError: [
          { guard: { type: 'isUnanswered', params: toError }, target: 'unsure', actions: { type: 'fail', params: toError } },
          {
            target: 'composing',
            actions: [{ type: 'fail', params: toError }, { type: 'removeItem', params: toShownMessage }, { type: 'keepDraft', params: toDraft }, 'renew'],
          },
        ],
      },
      on: {
        'item.confirmed': [
          { guard: { type: 'isHeld', params: toConfirmedAnswer }, target: 'held', actions: createAcceptActions(toConfirmedAnswer) },
          { target: 'sent', actions: createAcceptActions(toConfirmedAnswer) },
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
          actions: [
            'calm',
            { type: 'removeItem', params: toShownMessage },
            { type: 'keepDraft', params: toDraft },
            { type: 'reopen', params: toDoneParams },
            'renew',
          ],
        },
        onError: [
          { guard: { type: 'isTooLate', params: toError }, target: 'sent', actions: { type: 'fail', params: toError } },
          { target: 'held', actions: { type: 'fail', params: toError } },
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
          actions: ['calm', { type: 'removeItem', params: toShownMessage }, { type: 'keepDraft', params: toDraft }, 'renew'],
        },
        'item.confirmed': [
          { guard: 'isForLater', target: 'scheduled', actions: ['calm', ...createAcceptActions(toConfirmedAnswer)] },
          { guard: { type: 'isHeld', params: toConfirmedAnswer }, target: 'held', actions: ['calm', ...createAcceptActions(toConfirmedAnswer)] },
          { target: 'sent', actions: ['calm', ...createAcceptActions(toConfirmedAnswer)] },
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
        onDone: { target: 'scheduled', actions: createAcceptActions(toAnswer) },
        onError: [
          { guard: { type: 'isUnanswered', params: toError }, target: 'unsure', actions: { type: 'fail', params: toError } },
          { target: 'composing', actions: [{ type: 'fail', params: toError }, { type: 'keepDraft', params: toDraft }, 'renew'] },
        ],
      },
    },
    scheduled: { type: 'final' },
    sent: { type: 'final' },
  },
});

/** State of a message at one moment. */
export type MessageSnapshot = SnapshotFrom<typeof machine>;
