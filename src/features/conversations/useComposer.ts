/** The composer's state and what commands do with it: a reply is the outgoing message's flow, a note is text of its own. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { AreaHandles, FlowView } from '#commands/core/types.ts';
import type { ComposerView } from '#commands/messaging/types.ts';
import type { Conversation, Standing } from '#contract/conversations/entities.ts';
import { isShortCode } from '#contract/text/phone.ts';
import { getReason, type MediaRef, type UserEvent, userEvents } from '#machines/outgoingMessage/index.ts';
import { getStateName } from '#machines/state.ts';
import { useApp, useMay } from '../../api/app.ts';
import { createFlowView } from '../../store/flowView.ts';
import { useLatest } from '../../ui/useLatest.ts';
import { type DraftKind, readDraft } from './drafts.ts';
import { type ConversationOutbox, findReceiver, getShownMessage } from './outbox.ts';
import { useNote } from './useNote.ts';
import { useOutbox } from './useOutbox.ts';

export interface ComposerState {
  readonly mode: DraftKind;
  readonly text: string;
  readonly media: readonly MediaRef[];
  readonly stateName: string;
  readonly canSend: boolean;
  /** Why it cannot be sent now; null when it can. */
  readonly unavailableReason: string | null;
  /** A link the text may not have, since the company’s links are off. */
  readonly link: string | null;
  /** Somebody else answered since the person began to type. */
  readonly answeredBy: string | null;
  readonly area: React.RefObject<HTMLTextAreaElement | null>;
  readonly files: React.RefObject<HTMLInputElement | null>;
  readonly view: ComposerView | null;
  readonly flow: FlowView;
  readonly handle: AreaHandles['composer'];
  readonly send: (event: UserEvent) => void;
  readonly type: (text: string) => void;
  readonly attach: (files: readonly File[]) => void;
  readonly setMode: (mode: DraftKind) => void;
  /** Leaves the text, for the thread. False when the keyboard was not in it. */
  readonly back: () => boolean;
}

const toWaits = (standing: Standing | undefined): ComposerView['quietHours'] =>
  standing?.waitsUntil && standing.zone ? { until: standing.waitsUntil, zone: standing.zone } : null;

const nobody: FlowView = { state: 'composing', canAccept: () => false, getReason: () => 'Open a conversation first' };

/** Of the message that takes an event: the one that is written, or the one that is on its way. */
const createView = (box: ConversationOutbox): FlowView =>
  createFlowView({ userEvents, getReason: (_, event) => getReason(findReceiver(box, event).getSnapshot(), event) }, getShownMessage(box).getSnapshot());

/** Hears whether somebody else wrote into the conversation since typing began. */
function useAnswered(conversationId: number | undefined, isTyping: boolean): string | null {
  const app = useApp();
  const [answered, setAnswered] = useState<string | null>(null);
  const typing = useLatest(isTyping);
  useEffect(() => {
    if (!isTyping) setAnswered(null);
  }, [isTyping]);
  useEffect(
    () =>
      app.changes.subscribe((changes) => {
        const mine = app.get().user?.id;
        const other = changes.find(
          (change) => change.kind === 'item-created' && change.conversationId === conversationId && change.actorId !== undefined && change.actorId !== mine,
        );
        if (!other || !typing.current || other.id === undefined || conversationId === undefined) return;
        app.api
          .call('conversations.item', { companyId: other.companyId, params: { id: conversationId, itemId: other.id } })
          .then((item) => setAnswered(item.actor?.name ?? 'Another user'))
          .catch(() => setAnswered('Another user'));
      }),
    [app, conversationId, typing],
  );
  return answered;
}

/** `conversation`: undefined while it is on its way. */
export function useComposer(companyId: number, conversationId: number, conversation: Conversation | undefined, standing?: Standing): ComposerState {
  const app = useApp();
  const outgoing = useOutbox();
  const mayWrite = useMay('messages.send');
  const note = useNote(companyId, conversationId);
  // A note half-written here is gone on with, unless an answer is, too.
  const [mode, setMode] = useState<DraftKind>(() =>
    note.text !== '' && readDraft({ userId: app.get().user?.id ?? 0, companyId, conversationId }) === '' ? 'note' : 'reply',
  );
  const area = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const version = useSyncExternalStore(outgoing.subscribe, outgoing.version);
  const canSend = mayWrite && (conversation?.number.isSmsEnabled ?? false) && conversation?.isOptedOut !== true && !isShortCode(conversation?.recipient ?? '');
  const id = conversation?.id;
  const box = useMemo(() => {
    void version;
    return id === undefined ? null : outgoing.getConversationOutbox(companyId, id, canSend);
  }, [outgoing, version, companyId, id, canSend]);
  const actor = box?.composing ?? null;
  useEffect(() => {
    if (box) outgoing.updateSender(box, canSend);
  }, [outgoing, box, canSend]);
  const snapshot = actor?.getSnapshot();
  const text = mode === 'note' ? note.text : (snapshot?.context.text ?? '');
  const answeredBy = useAnswered(id, text !== '');

  const type = (typed: string) => (mode === 'note' ? note.type(typed) : actor?.send({ type: 'text.typed', text: typed }));
  const add: ComposerState['handle']['appendText'] = (wanted, typed) => {
    setMode(wanted);
    if (typed !== '' && wanted === 'note') note.type(note.read() + typed);
    else if (typed !== '' && actor) actor.send({ type: 'text.typed', text: actor.getSnapshot().context.text + typed });
  };
  const focus: ComposerState['handle']['focus'] = (wanted, typed = '') => {
    // At once: the next key is already meant for the text.
    flushSync(() => add(wanted, typed));
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  };
  // Words typed on into the box are still for the team: only who has left it finds the reply there.
  const isNoteDone = mode === 'note' && note.text === '';
  const hadNote = useRef(false);
  useEffect(() => {
    if (isNoteDone && hadNote.current && document.activeElement !== area.current) setMode('reply');
    hadNote.current = note.text !== '';
  }, [isNoteDone, note.text]);
  const handle: ComposerState['handle'] = { conversationId, mode, isReady: id !== undefined, focus, appendText: add, attach: () => files.current?.click() };
  return {
    mode,
    text,
    media: snapshot?.context.media ?? [],
    stateName: box ? getStateName(getShownMessage(box).getSnapshot()) : 'composing',
    canSend,
    unavailableReason: actor ? outgoing.getReason(actor, { type: 'message.submitted' }) : null,
    link: mode === 'note' ? null : (snapshot?.context.link ?? null),
    answeredBy,
    area,
    files,
    view:
      conversation && (mayWrite || mode === 'note')
        ? { conversationId: conversation.id, mode, text, mediaCount: snapshot?.context.media.length ?? 0, quietHours: toWaits(standing) }
        : null,
    flow: box ? createView(box) : nobody,
    handle,
    send: (event) => box && findReceiver(box, event.type).send(event),
    type,
    attach: (chosen) => actor && outgoing.attachTo(actor, chosen),
    setMode,
    back: () => {
      if (document.activeElement !== area.current) return false;
      if (mode === 'note' && note.text === '') setMode('reply');
      area.current?.closest('[data-pane-id]')?.querySelector<HTMLElement>('[data-pane-focus]')?.focus();
      return true;
    },
  };
}
