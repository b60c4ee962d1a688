/** What is written in a conversation is sent, saved or discarded by the flow of its message, shown in a pane or not. */
import { waitFor } from 'xstate';
import type { CommandOutcomePromise } from '#commands/core/outcome.ts';
import type { UserEvent } from '#machines/outgoingMessage/index.ts';
import * as outgoingMessage from '#machines/outgoingMessage/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { findItem } from '../../shared/items.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { cancelItem } from './cancelItem.ts';
import { type DraftKind, readDraft, saveDraft } from './drafts.ts';
import { formatWait } from './messageActor.ts';
import { formatReturned, type Outbox, unsureText } from './outbox.ts';

/** The send as undo calls it. */
export const sendTitle = 'Send';

const formatSeconds = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000);
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
};

/** The conversation in which it is written. */
interface Place {
  readonly companyId: number;
  readonly conversationId: number;
}

/** Notes whose save got no answer, by id: the same words tried again are the same note, also after another conversation was looked at. */
const attemptIds = new Map<string, string>();
registerStore('notes tried', () => attemptIds.clear());

export type ComposerActions = ReturnType<typeof createComposerActions>;

export function createComposerActions(app: App, outgoing: Outbox) {
  const getMessage = ({ companyId, conversationId }: Place) => {
    const actor = outgoing.composing(companyId, conversationId);
    if (actor === null) throw new Error('Open a conversation first');
    return actor;
  };
  const createDraftKey = (place: Place) => ({ userId: app.get().user?.id ?? 0, ...place });
  const getText = (place: Place, mode: DraftKind) =>
    mode === 'note' ? readDraft(createDraftKey(place), 'note') : getMessage(place).getSnapshot().context.text;
  const type = (place: Place, mode: DraftKind, text: string) =>
    mode === 'note' ? saveDraft(createDraftKey(place), text, 'note') : getMessage(place).send({ type: 'text.typed', text });

  return {
    type,
    /** Sends or schedules by the event. Resolves when the server has answered, with the way to take it back while it is held. Rejects with why it was not sent. */
    submit: async (place: Place, event: UserEvent, title: string): CommandOutcomePromise => {
      const actor = getMessage(place);
      const refusal = outgoing.getReason(actor, event);
      if (refusal !== null) throw new Error(refusal);
      actor.send(event);
      const settled = await waitFor(actor, (now) => !isIn(now, 'sending', 'scheduling'));
      const { error, itemId } = settled.context;
      if (isIn(settled, 'composing')) throw error ? { ...error, message: formatReturned(error.message) } : new Error('Not sent. Your text is saved.');
      const item = itemId === null ? undefined : findItem(app.queries, place.companyId, place.conversationId, itemId);
      // At its time, or in the morning there: until then it can be canceled, however it came to wait.
      if (item?.details.kind === 'message' && item.details.deliveryState === 'scheduled')
        return {
          message: (event.type === 'message.scheduled' ? null : formatWait(app, place, item)) ?? 'Message scheduled',
          undo: { title, run: () => cancelItem(app, outgoing, place.companyId, item) },
        };
      if (isIn(settled, 'unsure')) return { spoken: unsureText };
      if (!isIn(settled, 'held')) return { spoken: 'Message sent' };
      const undo = async () => {
        const late = outgoingMessage.getReason(actor.getSnapshot(), 'message.undone');
        if (late !== null) throw new Error(late);
        actor.send({ type: 'message.undone' });
        await waitFor(actor, (now) => !isIn(now, 'undoing'));
      };
      return { spoken: `Sending in ${formatSeconds(settled.context.holdMs)}`, undo: { title, run: undo } };
    },
    /** Saves the note that is written, once however often it is tried; what is typed meanwhile stays. */
    saveNote: async (place: Place): CommandOutcomePromise => {
      const key = createDraftKey(place);
      const body = readDraft(key, 'note');
      if (body.trim() === '') throw new Error('Write the note first');
      const attempt = JSON.stringify([key, body]);
      const clientId = attemptIds.get(attempt) ?? crypto.randomUUID();
      attemptIds.set(attempt, clientId);
      const { companyId, conversationId } = place;
      const { id } = await app.api.call('notes.create', { companyId, body: { modelType: 'conversation', modelId: conversationId, body, clientId } });
      attemptIds.delete(attempt);
      const now = readDraft(key, 'note');
      saveDraft(key, now.startsWith(body) ? now.slice(body.length).trimStart() : now, 'note');
      return {
        message: 'Note saved',
        undo: { run: async () => void (await app.api.call('notes.delete', { companyId, params: { id } })) },
      };
    },
    /** Takes away the file attached last. */
    removeMedia: (place: Place): void => {
      const actor = getMessage(place);
      const last = actor.getSnapshot().context.media.at(-1);
      if (last) actor.send({ type: 'media.removed', id: last.id });
    },
    discard: async (place: Place, mode: DraftKind): CommandOutcomePromise => {
      const before = getText(place, mode);
      const actor = getMessage(place);
      const files = mode === 'reply' ? actor.getSnapshot().context.media : [];
      type(place, mode, '');
      for (const { id } of files) actor.send({ type: 'media.removed', id });
      const undo = async () => {
        type(place, mode, before);
        for (const media of files) actor.send({ type: 'media.attached', media });
      };
      return { message: 'Draft discarded', undo: { run: undo } };
    },
  };
}
