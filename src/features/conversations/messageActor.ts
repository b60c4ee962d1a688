/** One message on its way: its flow with the calls it makes and what it does to the thread and the draft. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { watchPerson } from '#commands/auth/personKey.ts';
import type { Item } from '#contract/conversations/entities.ts';
import type { MediaRef, SendReply } from '#machines/outgoingMessage/index.ts';
import * as outgoingMessage from '#machines/outgoingMessage/index.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { formatFutureTime } from '../../ui/futureTime.ts';
import { dropItems, patchConversations, putItems } from './cache.ts';
import type { DraftKey } from './drafts.ts';
import { getScheduledTime } from './scheduledData.ts';
import { findZone } from './useStanding.ts';

export type MessageActor = ActorRefFrom<typeof outgoingMessage.machine>;

/** Dependencies of a message on the composer in which it is written. */
export interface ComposerPort {
  readonly getFiles: (media: readonly MediaRef[]) => File[];
  /** The text changed, or came back. */
  readonly onDraft: (actor: MessageActor, text: string, files: readonly File[]) => void;
  /** The text was taken by the server. */
  readonly onAccepted: (actor: MessageActor) => void;
}

/** A random id of the contract's `Key` alphabet. */
export const createRandomId = (): string => crypto.randomUUID().replaceAll('-', '');

/** Reads the server's item of a message: its id, and how long it is still held back (ms). */
export const toSendAnswer = (item: Item): SendReply => ({
  itemId: item.id,
  holdMs:
    item.details.kind === 'message' && item.details.deliveryState === 'held' && item.details.sendAt
      ? Math.max(0, Date.parse(item.details.sendAt) - Date.now())
      : 0,
});

/** When a message that was to go at once goes out; null when it is on its way. */

/** Archives or restores the conversation, after the message went or came back. */
async function archive(app: App, { companyId, conversationId }: DraftKey, isArchived: boolean): Promise<void> {
  const call = isArchived ? 'conversations.archive' : 'conversations.restore';
  try {
    await app.api.call(call, { companyId, params: { id: conversationId } });
    patchConversations(app.queries, companyId, [conversationId], (conversation) => ({ ...conversation, isArchived }));
  } catch (thrown) {
    app.notifyError(thrown);
  }
}

interface MessageInput {
  conversationId: number;
  clientId: string;
  text: string;
  media: readonly MediaRef[];
}

/** The calls of a message, as the flow's actors. */
function createActors(app: App, { companyId, conversationId }: DraftKey, composer: ComposerPort) {
  const saveItem = (item: Item) => {
    putItems(app.queries, companyId, conversationId, [item]);
    return toSendAnswer(item);
  };
  /**
   * A first text that has to wait for the morning is no less sent: whoever sent it is told when it goes out, by the clock that the thread has told
   * before, theirs; by the company's where that is not known.
   */
  const createWaitNotifier = () => {
    const isHere = watchPerson(() => app.get().user);
    return (item: Item): void => {
      const sendAt = getScheduledTime(item);
      if (sendAt === null || !isHere() || app.get().companyId !== companyId) return;
      const theirs = findZone(app, companyId, conversationId);
      const time = formatFutureTime(sendAt, Date.now(), theirs ?? app.get().company?.timezone ?? 'UTC');
      app.notify({
        tone: 'info',
        message: `Outside hours for a first text. Scheduled for ${time} ${theirs === null ? 'company time' : 'their time'}`,
      });
    };
  };
  return {
    sendMessage: fromPromise<SendReply, MessageInput & { holdSeconds: number }>(({ input }) => {
      const body = { conversationId, message: input.text, clientId: input.clientId, holdSeconds: input.holdSeconds };
      const notifyWait = createWaitNotifier();
      return rejectWithPlainError(
        app.api.call('messaging.send', { companyId, body, files: composer.getFiles(input.media) }).then((item) => {
          notifyWait(item);
          return saveItem(item);
        }),
      );
    }),
    scheduleMessage: fromPromise<SendReply, MessageInput & { sendAt: string }>(({ input }) => {
      const body = { conversationId, message: input.text, clientId: input.clientId, sendAt: input.sendAt };
      return rejectWithPlainError(app.api.call('messaging.schedule', { companyId, body, files: composer.getFiles(input.media) }).then(saveItem));
    }),
    takeBack: fromPromise<unknown, { itemId: number }>(({ input: { itemId } }) =>
      rejectWithPlainError(
        app.api.call('messaging.takeBack', { companyId, params: { itemId } }).then(() => dropItems(app.queries, companyId, conversationId, [itemId])),
      ),
    ),
  };
}

/** Makes the flow of a message; it is not started. */
export function createMessage(app: App, key: DraftKey, composer: ComposerPort, text: string, canSend: boolean): MessageActor {
  const actor: MessageActor = createActor(
    outgoingMessage.machine.provide({
      actors: createActors(app, key, composer),
      actions: {
        keepDraft: (_, draft) => composer.onDraft(actor, draft.text, composer.getFiles(draft.media)),
        dropDraft: () => composer.onAccepted(actor),
        markDone: (_, { andDone }) => {
          if (andDone) void archive(app, key, true);
        },
        reopen: (_, { andDone }) => {
          if (andDone) void archive(app, key, false);
        },
      },
    }),
    {
      input: {
        conversationId: key.conversationId,
        clientId: createRandomId(),
        canSend,
        isOnline: app.get().online,
        holdSeconds: app.get().preferences.holdSeconds,
        text,
        media: [],
      },
    },
  );
  return actor;
}
