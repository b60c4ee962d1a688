/** Messages on their way out. Each conversation has a desk: one message being written, and any number that are sending, held back or unsure. */
import type { Item } from '#contract/conversations/entities.ts';
import type { MediaRef, UserEvent } from '#machines/outgoingMessage/index.ts';
import * as outgoingMessage from '#machines/outgoingMessage/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { createSignal } from '../../store/store.ts';
import { type DraftKey, readDraft, readFiles, saveDraft, saveDraftFiles } from './drafts.ts';
import { noteLink } from './links.ts';
import { answerOf, createMessage, type Desktop, type MessageActor, randomId } from './messageActor.ts';

/** Message in the thread that the server has not answered for yet. */
interface Pending {
  readonly actor: MessageActor;
  readonly clientId: string;
  readonly text: string;
  readonly state: string;
}

export interface ConversationOutbox {
  readonly key: DraftKey;
  composing: MessageActor;
  /** Newest last. */
  away: MessageActor[];
  /** The newest that left the composer, until the person types on. */
  last: MessageActor | null;
}

/** The flow a person looks at: the message on its way, else the one being written. */
export const shownOf = ({ composing, away, last }: ConversationOutbox): MessageActor => {
  const { text, media } = composing.getSnapshot().context;
  return away.at(-1) ?? (last !== null && text === '' && media.length === 0 ? last : composing);
};
/** The flow that takes an event now: the one being written, else the newest on its way that does; the first when none does. */
export const takerOf = ({ composing, away }: ConversationOutbox, type: UserEvent['type']): MessageActor =>
  [composing, ...away.toReversed()].find((actor) => outgoingMessage.getReason(actor.getSnapshot(), type) === null) ?? composing;

const textOf = (actor: MessageActor) => actor.getSnapshot().context.text;
const nameOf = ({ userId, companyId, conversationId }: DraftKey) => `${userId}/${companyId}/${conversationId}`;

/** The words of a message that came back. */
export const textKept = (why: string): string => `${why}\nYour text is kept.`;

export type Outgoing = ReturnType<typeof createOutbox>;

/** A message that left the composer makes room for the next; one that came back is joined to what was typed meanwhile. */
function settle(app: App, desk: ConversationOutbox, actor: MessageActor, begin: (key: DraftKey, text: string, canSend: boolean) => MessageActor): void {
  const snapshot = actor.getSnapshot();
  if (desk.composing === actor && !isIn(snapshot, 'composing')) {
    desk.away.push(actor);
    desk.last = actor;
    desk.composing = begin(desk.key, '', snapshot.context.canSend);
    return;
  }
  if (!desk.away.includes(actor)) return;
  const others = desk.away.filter((other) => other !== actor);
  if (isIn(snapshot, 'sent', 'scheduled')) desk.away = others;
  if (!isIn(snapshot, 'composing')) return;
  desk.away = others;
  const typed = textOf(desk.composing);
  desk.composing.stop();
  desk.composing = actor;
  desk.last = null;
  const { error, text } = snapshot.context;
  if (typed !== '') actor.send({ type: 'text.typed', text: `${text}\n${typed}` });
  saveDraft(desk.key, textOf(actor));
  if (error) app.notify({ tone: 'danger', message: textKept(error.message) });
}

/** Tells the flows what changes around them: the connection, the seconds a send is held. */
function watch(app: App, desks: Map<string, ConversationOutbox>, actors: () => MessageActor[]): () => void {
  let { online } = app.get();
  let { holdSeconds } = app.get().preferences;
  let { companies } = app.get();
  return app.subscribe(() => {
    const state = app.get();
    if (state.companies !== companies) {
      companies = state.companies;
      for (const { key, composing } of desks.values()) noteLink(app, key.companyId, composing);
    }
    if (state.online !== online) {
      online = state.online;
      for (const actor of actors()) actor.send({ type: 'network.changed', isOnline: online });
    }
    if (state.preferences.holdSeconds !== holdSeconds) {
      holdSeconds = state.preferences.holdSeconds;
      for (const [name, desk] of desks) if (desk.away.length === 0 && textOf(desk.composing) === '') desks.delete(name);
    }
  });
}

/** Keeps the desks of all conversations for as long as the app lives. */
export function createOutbox(app: App) {
  const desks = new Map<string, ConversationOutbox>();
  const files = new Map<string, File>();
  const updated = createSignal();
  let version = 0;
  const touch = () => {
    version += 1;
    updated.tell();
  };
  const keyOf = (companyId: number, conversationId: number): DraftKey => ({ userId: app.get().user?.id ?? 0, companyId, conversationId });
  const known = (companyId: number, conversationId: number) => desks.get(nameOf(keyOf(companyId, conversationId)));
  const actors = () => [...desks.values()].flatMap((desk) => [desk.composing, ...desk.away]);

  const begin = (key: DraftKey, text: string, canSend: boolean): MessageActor => {
    const desktop: Desktop = {
      filesOf: (media: readonly MediaRef[]) => media.flatMap((entry) => files.get(entry.id) ?? []),
      onDraft: (actor, draft, attached) => {
        const desk = desks.get(nameOf(key));
        if (desk && desk.composing !== actor) return;
        saveDraft(key, draft);
        void saveDraftFiles(key, attached);
      },
      onTaken: (actor) => {
        const desk = desks.get(nameOf(key));
        saveDraft(key, desk && desk.composing !== actor ? textOf(desk.composing) : '');
      },
    };
    const actor = createMessage(app, key, desktop, text, canSend);
    actor.start();
    noteLink(app, key.companyId, actor);
    // After its start: making a desk is part of drawing it and tells nobody.
    actor.subscribe(() => {
      noteLink(app, key.companyId, actor);
      const desk = desks.get(nameOf(key));
      if (desk) settle(app, desk, actor, begin);
      touch();
    });
    return actor;
  };

  const attachTo = (actor: MessageActor, chosen: readonly File[]) => {
    for (const file of chosen) {
      const media = { id: randomId(), name: file.name, contentType: file.type, bytes: file.size };
      files.set(media.id, file);
      const why = outgoingMessage.getReason(actor.getSnapshot(), { type: 'media.attached', media });
      if (why === null) actor.send({ type: 'media.attached', media });
      else app.notify({ tone: 'danger', message: `${file.name}: ${why}` });
    }
  };

  const deskOf = (companyId: number, conversationId: number, canSend: boolean): ConversationOutbox => {
    const key = keyOf(companyId, conversationId);
    const there = desks.get(nameOf(key));
    if (there) return there;
    const desk: ConversationOutbox = { key, composing: begin(key, readDraft(key), canSend), away: [], last: null };
    desks.set(nameOf(key), desk);
    void readFiles(key).then((kept) => attachTo(desk.composing, kept));
    return desk;
  };

  const stopWatching = watch(app, desks, actors);
  return {
    deskOf,
    /** The message that is being written in a conversation; null where none was begun. */
    composing: (companyId: number, conversationId: number): MessageActor | null => known(companyId, conversationId)?.composing ?? null,
    /** Tells the flow that the number can send, or no longer can. */
    noteSender: ({ composing }: ConversationOutbox, canSend: boolean) => {
      if (composing.getSnapshot().context.canSend !== canSend) composing.send({ type: 'sender.changed', canSend });
    },
    attachTo,
    /** The actor's own why of an event; null when it is accepted. */
    getReason: (actor: MessageActor, event: UserEvent) => outgoingMessage.getReason(actor.getSnapshot(), event),
    version: () => version,
    subscribe: updated.subscribe,
    /** Messages of a conversation that the server has not answered for. */
    pendingOf: (companyId: number, conversationId: number): Pending[] =>
      (known(companyId, conversationId)?.away ?? []).flatMap((actor) => {
        const { context, value } = actor.getSnapshot();
        return isIn(actor.getSnapshot(), 'sending', 'unsure', 'scheduling')
          ? [{ actor, clientId: context.clientId, text: context.text, state: String(value) }]
          : [];
      }),
    /** The message held back now that goes out next, of any conversation. */
    held: (): MessageActor | null => [...desks.values()].flatMap((desk) => desk.away).find((actor) => isIn(actor.getSnapshot(), 'held')) ?? null,
    /** Tells the flow of an item the channel brought. */
    confirm: (companyId: number, conversationId: number, item: Item) => {
      const actor = known(companyId, conversationId)?.away.find((other) => other.getSnapshot().context.clientId === item.clientId);
      if (!actor || item.details.kind !== 'message') return;
      if (isIn(actor.getSnapshot(), 'sending', 'unsure')) actor.send({ type: 'item.confirmed', answer: answerOf(item) });
      else if (item.details.deliveryState !== 'held') actor.send({ type: 'message.dispatched' });
    },
    /** Forgets everything: somebody else signed in. Drafts stay where they are kept. */
    clear: () => {
      for (const actor of actors()) actor.stop();
      desks.clear();
      files.clear();
      touch();
    },
    stop: () => {
      stopWatching();
      for (const actor of actors()) actor.stop();
    },
  };
}
