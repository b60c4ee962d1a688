/** Messages on their way out. Each conversation has an outbox: one message being written, and any number that are sending, held back or unsure. */
import type { Item } from '#contract/conversations/entities.ts';
import type { MediaRef, UserEvent } from '#machines/outgoingMessage/index.ts';
import * as outgoingMessage from '#machines/outgoingMessage/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { updateLink } from '../../shared/links.ts';
import { createSignal } from '../../store/store.ts';
import { type DraftKey, readDraft, readFiles, saveDraft, saveDraftFiles } from './drafts.ts';
import { type ComposerPort, createMessage, createRandomId, type MessageActor, toSendAnswer } from './messageActor.ts';

/** Message in the thread that the server has not answered for yet. */
interface PendingMessage {
  readonly actor: MessageActor;
  readonly clientId: string;
  readonly text: string;
  readonly state: string;
}

export interface ConversationOutbox {
  readonly key: DraftKey;
  composing: MessageActor;
  /** Newest last. */
  outgoing: MessageActor[];
  /** The newest that left the composer, until the person types on. */
  lastSent: MessageActor | null;
}

/** The flow a person looks at: the message on its way, else the one being written. */
export const getShownMessage = ({ composing, outgoing, lastSent }: ConversationOutbox): MessageActor => {
  const { text, media } = composing.getSnapshot().context;
  return outgoing.at(-1) ?? (lastSent !== null && text === '' && media.length === 0 ? lastSent : composing);
};
/** The flow that takes an event now: the one being written, else the newest on its way that does; the first when none does. */
export const findReceiver = ({ composing, outgoing }: ConversationOutbox, type: UserEvent['type']): MessageActor =>
  [composing, ...outgoing.toReversed()].find((actor) => outgoingMessage.getReason(actor.getSnapshot(), type) === null) ?? composing;

const getText = (actor: MessageActor) => actor.getSnapshot().context.text;
const formatKey = ({ userId, companyId, conversationId }: DraftKey) => `${userId}/${companyId}/${conversationId}`;

/** Said of a message whose send got no answer. */
export const unsureText = 'Delivery not confirmed. Resend or move to draft?';

/** The words of a message that came back. */
export const formatReturned = (why: string): string => `${why}\nYour text is kept.`;

export type Outbox = ReturnType<typeof createOutbox>;

/** A message that left the composer makes room for the next; one that came back is joined to what was typed meanwhile. */
function settle(app: App, outbox: ConversationOutbox, actor: MessageActor, begin: (key: DraftKey, text: string, canSend: boolean) => MessageActor): void {
  const snapshot = actor.getSnapshot();
  if (outbox.composing === actor && !isIn(snapshot, 'composing')) {
    outbox.outgoing.push(actor);
    outbox.lastSent = actor;
    outbox.composing = begin(outbox.key, '', snapshot.context.canSend);
    return;
  }
  if (!outbox.outgoing.includes(actor)) return;
  const others = outbox.outgoing.filter((other) => other !== actor);
  if (isIn(snapshot, 'sent', 'scheduled')) outbox.outgoing = others;
  if (!isIn(snapshot, 'composing')) return;
  outbox.outgoing = others;
  const typed = getText(outbox.composing);
  outbox.composing.stop();
  outbox.composing = actor;
  outbox.lastSent = null;
  const { error, text } = snapshot.context;
  if (typed !== '') actor.send({ type: 'text.typed', text: `${text}\n${typed}` });
  saveDraft(outbox.key, getText(actor));
  if (error) app.notify({ tone: 'danger', message: formatReturned(error.message) });
}

/** Notes the link a message may not have. */
const updateMessageLink = (app: App, companyId: number, actor: MessageActor): void =>
  updateLink(app, companyId, {
    getText: () => actor.getSnapshot().context.text,
    getLink: () => actor.getSnapshot().context.link,
    note: (link) => actor.send({ type: 'link.noted', link }),
  });

/** Tells the flows what changes around them: the connection, the seconds a send is held. */
function watchSettings(app: App, outboxes: Map<string, ConversationOutbox>, actors: () => MessageActor[]): () => void {
  let { online } = app.get();
  let { holdSeconds } = app.get().preferences;
  let { companies } = app.get();
  return app.subscribe(() => {
    const state = app.get();
    if (state.companies !== companies) {
      companies = state.companies;
      for (const { key, composing } of outboxes.values()) updateMessageLink(app, key.companyId, composing);
    }
    if (state.online !== online) {
      online = state.online;
      for (const actor of actors()) actor.send({ type: 'network.changed', isOnline: online });
    }
    if (state.preferences.holdSeconds !== holdSeconds) {
      holdSeconds = state.preferences.holdSeconds;
      for (const [name, outbox] of outboxes) if (outbox.outgoing.length === 0 && getText(outbox.composing) === '') outboxes.delete(name);
    }
  });
}

/** Keeps the outboxes of all conversations for as long as the app lives. */
export function createOutbox(app: App) {
  const outboxes = new Map<string, ConversationOutbox>();
  const files = new Map<string, File>();
  const updated = createSignal();
  let version = 0;
  const notify = () => {
    version += 1;
    updated.notify();
  };
  const createKey = (companyId: number, conversationId: number): DraftKey => ({ userId: app.get().user?.id ?? 0, companyId, conversationId });
  const find = (companyId: number, conversationId: number) => outboxes.get(formatKey(createKey(companyId, conversationId)));
  const listActors = () => [...outboxes.values()].flatMap((outbox) => [outbox.composing, ...outbox.outgoing]);

  const begin = (key: DraftKey, text: string, canSend: boolean): MessageActor => {
    const composerPort: ComposerPort = {
      getFiles: (media: readonly MediaRef[]) => media.flatMap((entry) => files.get(entry.id) ?? []),
      onDraft: (actor, draft, attached) => {
        const outbox = outboxes.get(formatKey(key));
        if (outbox && outbox.composing !== actor) return;
        saveDraft(key, draft);
        void saveDraftFiles(key, attached);
      },
      onAccepted: (actor) => {
        const outbox = outboxes.get(formatKey(key));
        saveDraft(key, outbox && outbox.composing !== actor ? getText(outbox.composing) : '');
      },
    };
    const actor = createMessage(app, key, composerPort, text, canSend);
    actor.start();
    updateMessageLink(app, key.companyId, actor);
    // After its start: making a outbox is part of drawing it and tells nobody.
    actor.subscribe(() => {
      updateMessageLink(app, key.companyId, actor);
      const outbox = outboxes.get(formatKey(key));
      if (outbox) settle(app, outbox, actor, begin);
      notify();
    });
    return actor;
  };

  const attachTo = (actor: MessageActor, chosen: readonly File[]) => {
    for (const file of chosen) {
      const media = { id: createRandomId(), name: file.name, contentType: file.type, bytes: file.size };
      files.set(media.id, file);
      const why = outgoingMessage.getReason(actor.getSnapshot(), { type: 'media.attached', media });
      if (why === null) actor.send({ type: 'media.attached', media });
      else app.notify({ tone: 'danger', message: `${file.name}: ${why}` });
    }
  };

  const getConversationOutbox = (companyId: number, conversationId: number, canSend: boolean): ConversationOutbox => {
    const key = createKey(companyId, conversationId);
    const there = outboxes.get(formatKey(key));
    if (there) return there;
    const outbox: ConversationOutbox = { key, composing: begin(key, readDraft(key), canSend), outgoing: [], lastSent: null };
    outboxes.set(formatKey(key), outbox);
    void readFiles(key).then((stored) => attachTo(outbox.composing, stored));
    return outbox;
  };

  const stopWatching = watchSettings(app, outboxes, listActors);
  return {
    getConversationOutbox,
    /** The message that is being written in a conversation; null where none was begun. */
    composing: (companyId: number, conversationId: number): MessageActor | null => find(companyId, conversationId)?.composing ?? null,
    /** Tells the flow that the number can send, or no longer can. */
    updateSender: ({ composing }: ConversationOutbox, canSend: boolean) => {
      if (composing.getSnapshot().context.canSend !== canSend) composing.send({ type: 'sender.changed', canSend });
    },
    attachTo,
    /** The actor's own why of an event; null when it is accepted. */
    getReason: (actor: MessageActor, event: UserEvent) => outgoingMessage.getReason(actor.getSnapshot(), event),
    version: () => version,
    subscribe: updated.subscribe,
    /** Messages of a conversation that the server has not answered for. */
    listPending: (companyId: number, conversationId: number): PendingMessage[] =>
      (find(companyId, conversationId)?.outgoing ?? []).flatMap((actor) => {
        const { context, value } = actor.getSnapshot();
        return isIn(actor.getSnapshot(), 'sending', 'unsure', 'scheduling')
          ? [{ actor, clientId: context.clientId, text: context.text, state: String(value) }]
          : [];
      }),
    /** The message held back now that goes out next, of any conversation. */
    findHeld: (): MessageActor | null => [...outboxes.values()].flatMap((outbox) => outbox.outgoing).find((actor) => isIn(actor.getSnapshot(), 'held')) ?? null,
    /** Tells the flow of an item the channel brought. */
    confirm: (companyId: number, conversationId: number, item: Item) => {
      const actor = find(companyId, conversationId)?.outgoing.find((other) => other.getSnapshot().context.clientId === item.clientId);
      if (!actor || item.details.kind !== 'message') return;
      if (isIn(actor.getSnapshot(), 'sending', 'unsure')) actor.send({ type: 'item.confirmed', answer: toSendAnswer(item) });
      else if (item.details.deliveryState !== 'held') actor.send({ type: 'message.dispatched' });
    },
    /** Forgets everything: somebody else signed in. Drafts stay where they are kept. */
    clear: () => {
      for (const actor of listActors()) actor.stop();
      outboxes.clear();
      files.clear();
      notify();
    },
    stop: () => {
      stopWatching();
      for (const actor of listActors()) actor.stop();
    },
  };
}
