/** Sending as commands reach it: the composer that is open, and messages already with the server. */

import { waitFor } from 'xstate';
import type { AreaHandles } from '#commands/core/types.ts';
import type { ComposerServices } from '#commands/messaging/types.ts';
import type { Item } from '#contract/conversations/entities.ts';
import type { OptOutReview } from '#contract/messaging/enums.ts';
import { isIn } from '#machines/state.ts';
import { getCompanyId } from '../../api/app.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { formatFutureTime } from '../../ui/futureTime.ts';
import { bufferKeystrokes } from '../../ui/keystrokeBuffer.ts';
import { putItems } from './cache.ts';
import { cancelItem, scheduleAgain, updateDraft } from './cancelItem.ts';
import { type ComposerActions, sendTitle } from './composerActions.ts';
import type { DraftKind } from './drafts.ts';
import type { Outbox } from './outbox.ts';
import { getScheduledTime } from './scheduledData.ts';

/** Time a conversation may take to load, in ms. After that the user gets an error or, when they have gone on, the text waits in its draft. */
const loadTimeoutMs = 4_000;

export function createComposerServices(deps: ServiceDeps, outgoing: Outbox, actions: ComposerActions): ComposerServices {
  const { app, handle, workspace } = deps;
  const getComposer = () => {
    const open = handle('composer');
    if (!open) throw new Error('Open a conversation first');
    return open;
  };
  /** The conversation a command was asked for: while its words were typed another may have come in its place. */
  const getPlace = (requestedId: number | undefined, done: 'sent' | 'saved' = 'sent') => {
    const { conversationId } = getComposer();
    if (requestedId !== undefined && conversationId !== requestedId) throw new Error(`Another conversation is shown now. Nothing was ${done}`);
    return { companyId: getCompanyId(app), conversationId };
  };
  const put = (companyId: number, item: Item) => putItems(app.queries, companyId, item.conversationId, [item]);
  /** Keeps what was typed for a conversation that has not come. */
  const saveTyped = (companyId: number, conversationId: number, mode: DraftKind, typed: string) => {
    if (typed === '') return;
    updateDraft(app, outgoing, { companyId, conversationId, kind: mode }, (draft) => draft + typed);
    app.notify({ tone: 'info', message: 'The conversation is still loading. Your text is saved as a draft.' });
  };
  /** What is typed until the composer is there goes into it, or, where that takes too long and the user goes on, into its draft. */
  const focusWhenReady = async (wanted: number, mode: DraftKind) => {
    const companyId = getCompanyId(app);
    const buffer = bufferKeystrokes(mode === 'note' ? 'Internal note' : 'Reply');
    const left = new AbortController();
    const stop = app.subscribe(() => {
      if (app.get().companyId !== companyId) left.abort();
    });
    const isWanted = (open: AreaHandles['composer']) => open.isReady && open.conversationId === wanted;
    let open = await deps.handleOnce('composer', isWanted, AbortSignal.any([left.signal, AbortSignal.timeout(loadTimeoutMs)]));
    if (open === null && !left.signal.aborted && buffer.hasFocus()) {
      app.notify({ tone: 'info', message: 'The conversation is still loading. Your text is saved.' });
      open = await deps.handleOnce('composer', isWanted, AbortSignal.any([left.signal, buffer.left]));
    }
    stop();
    const { typed, isLeft } = buffer.take();
    if (open === null) saveTyped(companyId, wanted, mode, typed);
    else if (!isLeft) open.focus(mode, typed);
    else if (typed !== '') open.appendText(mode, typed);
  };
  return {
    focus: (mode, conversationId) => {
      const wanted = conversationId ?? handle('inbox')?.followCursor() ?? handle('composer')?.conversationId;
      if (wanted === undefined) throw new Error('Open a conversation first');
      const now = handle('composer');
      if (now?.isReady && now.conversationId === wanted) return now.focus(mode);
      if (!now) workspace.show({ kind: 'conversation', id: wanted });
      void focusWhenReady(wanted, mode);
    },
    send: async ({ andDone = false, text, conversationId } = {}) => {
      const place = getPlace(conversationId);
      if (text !== undefined) actions.type(place, 'reply', text);
      return actions.submit(place, { type: andDone ? 'message.finished' : 'message.submitted' }, sendTitle);
    },
    saveNote: async (conversationId) => actions.saveNote(getPlace(conversationId, 'saved')),
    schedule: async (sendAt, conversationId) =>
      actions.submit(getPlace(conversationId), { type: 'message.scheduled', sendAt, now: new Date().toISOString() }, 'Schedule'),
    attach: () => getComposer().attach(),
    removeMedia: () => actions.removeMedia(getPlace(undefined)),
    discard: async () => actions.discard(getPlace(undefined), getComposer().mode),
    cancelSend: async (item) => {
      const companyId = getCompanyId(app);
      await cancelItem(app, outgoing, companyId, item);
      if (getScheduledTime(item) === null) return { message: 'Send undone. The text is back in the composer.' };
      const message = 'Message canceled. The text is back in the composer.';
      // Its files are gone with it.
      if (item.details.kind !== 'message' || item.details.media.length > 0) return { message };
      return { message, undo: { title: 'Cancel scheduled message', run: () => scheduleAgain(app, outgoing, companyId, item) } };
    },
    reschedule: async (item, sendAt) => {
      const companyId = getCompanyId(app);
      const before = getScheduledTime(item);
      const save = async (at: string) => {
        const saved = await app.api.call('messaging.reschedule', { companyId, params: { itemId: item.id }, body: { sendAt: at } });
        put(companyId, saved);
        return getScheduledTime(saved) ?? at;
      };
      // A first text may have to wait for longer than asked.
      const at = await save(sendAt);
      const message = `Scheduled for ${formatFutureTime(at, Date.now(), app.get().company?.timezone ?? 'UTC')}`;
      return { message, ...(before === null ? {} : { undo: { title: 'Reschedule message', run: async () => void (await save(before)) } }) };
    },
    sendNow: async (item) => {
      const companyId = getCompanyId(app);
      put(companyId, await app.api.call('messaging.sendNow', { companyId, params: { itemId: item.id } }));
      return { message: 'Sending now' };
    },
    resend: async (item) => {
      const companyId = getCompanyId(app);
      put(companyId, await app.api.call('messaging.sendAgain', { companyId, params: { itemId: item.id }, body: { clientId: crypto.randomUUID() } }));
      return { message: 'Sending again' };
    },
    reviewOptOut: async (item, review) => {
      const companyId = getCompanyId(app);
      const save = async (now: OptOutReview) =>
        put(companyId, await app.api.call('messaging.reviewOptOut', { companyId, params: { itemId: item.id }, body: { review: now } }));
      await save(review);
      if (review === 'confirmed') return { message: 'Opted out. Only their START opts them back in' };
      return { message: 'Opt-out dismissed', undo: { title: 'Dismiss opt-out', run: () => save('open') } };
    },
    undoSend: async () => {
      const actor = outgoing.findHeld();
      if (!actor) throw new Error('Nothing to undo');
      actor.send({ type: 'message.undone' });
      const settled = await waitFor(actor, (snapshot) => !isIn(snapshot, 'undoing'));
      if (!isIn(settled, 'composing')) throw settled.context.error ?? new Error('Already sent');
      return { message: 'Send undone. The text is back in the composer.' };
    },
  };
}
