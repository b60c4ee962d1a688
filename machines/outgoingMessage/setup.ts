/** The named parts of the outgoing message: its actors (provided by the caller), guards, actions and delays. */
import { assign, fromPromise, setup } from 'xstate';
import { limits } from '#contract/core/limits.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import type { InternalEvent, MediaRef, MessageContext, MessageInput, SendReply, UserEvent } from './events.ts';

interface OutgoingMessage {
  conversationId: number;
  clientId: string;
  text: string;
  media: readonly MediaRef[];
}
type ShownMessage = Omit<OutgoingMessage, 'conversationId'>;
type MessageDraft = Pick<OutgoingMessage, 'text' | 'media'>;

/** Characters a message may have: two constants of equal value (AMB-11). */
export const getCharacterLimit = (media: readonly MediaRef[]): number => (media.length > 0 ? limits.mmsCharacters : limits.smsCharacters);

/** Checks whether there is something to send. */
export const hasContent = ({ text, media }: MessageDraft): boolean => text.trim() !== '' || media.length > 0;

/** Bytes of all files together. */
export const sumBytes = (media: readonly MediaRef[]): number => media.reduce((sum, file) => sum + file.bytes, 0);

const isSendable = (context: MessageContext): boolean =>
  hasContent(context) && context.text.length <= getCharacterLimit(context.media) && context.canSend && context.isOnline && context.link === null;

/** The setup of the outgoing message machine. */
export const messageSetup = setup({
  types: { context: {} as MessageContext, events: {} as UserEvent | InternalEvent, input: {} as MessageInput },
  actors: {
    /** POST /message; the same `clientId` twice is one message. Rejects with status 0 when no answer came. */
    sendMessage: fromPromise<SendReply, OutgoingMessage & { holdSeconds: number }>(rejectMissingActor),
    /** POST /inbox/message/schedule. */
    scheduleMessage: fromPromise<SendReply, OutgoingMessage & { sendAt: string }>(rejectMissingActor),
    /** DELETE /inbox/message/{itemId}; rejects with 409 when it is on its way. */
    takeBack: fromPromise<unknown, { itemId: number }>(rejectMissingActor),
  },
  guards: {
    isSendable: ({ context }) => isSendable(context),
    isSchedulable: ({ context }, params: { sendAt: string; now: string }) => isSendable(context) && Date.parse(params.sendAt) > Date.parse(params.now),
    fits: ({ context }, params: { media: MediaRef }) =>
      context.media.length < limits.mediaFiles && sumBytes(context.media) + params.media.bytes <= limits.mediaBytes,
    hasMedia: ({ context }) => context.media.length > 0,
    isForLater: ({ context }) => context.sendAt !== null,
    isTimed: ({ context }) => context.isOnline && context.sendAt !== null,
    isOnline: ({ context }) => context.isOnline,
    isHeld: (_, params: { answer: SendReply }) => params.answer.holdMs > 0,
    isUnanswered: (_, params: { error: FlowError }) => [0, 408, 504].includes(params.error.status),
    isTooLate: (_, params: { error: FlowError }) => params.error.status === 409,
  },
  actions: {
    typeText: assign((_, params: { text: string }) => ({ text: params.text, error: null })),
    attach: assign(({ context }, params: { media: MediaRef }) => ({ media: [...context.media, params.media], error: null })),
    detach: assign(({ context }, params: { id: string }) => ({ media: context.media.filter((file) => file.id !== params.id) })),
    noteNetwork: assign((_, params: { isOnline: boolean }) => ({ isOnline: params.isOnline })),
    noteSender: assign((_, params: { canSend: boolean }) => ({ canSend: params.canSend })),
    noteLink: assign((_, params: { link: string | null }) => ({ link: params.link })),
    begin: assign((_, params: { andDone: boolean; sendAt: string | null }) => ({ ...params, error: null })),
    keepAnswer: assign((_, params: { answer: SendReply }) => ({ itemId: params.answer.itemId, holdMs: params.answer.holdMs })),
    /** Starts a new attempt: a refused or withdrawn message is, when sent again, another message for the server. */
    renew: assign(({ context }) => ({
      attempt: context.attempt + 1,
      clientId: `${context.key}-${context.attempt + 1}`,
      itemId: null,
      holdMs: 0,
      sendAt: null,
      andDone: false,
    })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    /** Provided by the caller: shows the message in the thread with deliveryState sending. */
    showItem: (_, _params: ShownMessage) => {},
    /** Provided by the caller: puts the server's item in its place, known by clientId. */
    replaceItem: (_, _params: { clientId: string; answer: SendReply }) => {},
    /** Provided by the caller: takes it out of the thread. */
    removeItem: (_, _params: ShownMessage) => {},
    /** Provided by the caller: writes the draft of the conversation; the composer shows it. */
    keepDraft: (_, _params: MessageDraft) => {},
    /** Provided by the caller: the draft was sent. */
    dropDraft: () => {},
    /** Provided by the caller: archives the conversation when `andDone`, and takes that back. */
    markDone: (_, _params: { andDone: boolean }) => {},
    reopen: (_, _params: { andDone: boolean }) => {},
  },
  delays: { hold: ({ context }) => context.holdMs },
});
