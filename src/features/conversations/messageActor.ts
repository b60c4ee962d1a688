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

/**
 * Says when a first text goes out that has to wait for the morning: by the clock that the thread has told before, theirs; by the company's where that is
 * not known. Null where it is on its way.
 */
export function formatWait(app: App, { companyId, conversationId }: Pick<DraftKey, 'companyId' | 'conversationId'>, item: Item): string | null {
  const sendAt = getScheduledTime(item);
  if (sendAt === null) return null;
  const theirs = findZone(app, companyId, conversationId);
  const time = formatFutureTime(sendAt, Date.now(), theirs ?? app.get().companies.find(({ id }) => id === companyId)?.timezone ?? 'UTC');
  return `Outside hours for a first text. Scheduled for ${time} ${theirs === null ? 'company time' : 'their time'}`;
}

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
  /** Client ids the server was asked with: a new attempt has one of its own, the same message sent again the same. */
  const sent = new Set<string>();
  const saveItem = (item: Item) => {
    putItems(app.queries, companyId, conversationId, [item]);
    return toSendAnswer(item);
  };
  /** Tells of the wait of a message that was sent again; of one sent for the first time its command tells, with the way to undo it. */
  const createWaitNotifier = (clientId: string) => {
    const isAgain = sent.has(clientId);
    sent.add(clientId);
    const isHere = watchPerson(() => app.get().user);
    return (item: Item): void => {
      const message = isAgain && isHere() && app.get().companyId === companyId ? formatWait(app, { companyId, conversationId }, item) : null;
      if (message !== null) app.notify({ tone: 'info', message });
    };
  };
  return {
    sendMessage: fromPromise<SendReply, MessageInput & { holdSeconds: number }>(({ input }) => {
      const body = { conversationId, message: input.text, clientId: input.clientId, holdSeconds: input.holdSeconds };
      const notifyWait = createWaitNotifier(input.clientId);
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
