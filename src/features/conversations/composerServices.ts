/** Sending as commands reach it: the composer that is open, and messages already with the server. */

import { waitFor } from 'xstate';
import type { ComposerServices } from '#commands/messaging/types.ts';
import type { Item } from '#contract/conversations/entities.ts';
import type { OptOutReview } from '#contract/messaging/enums.ts';
import { isIn } from '#machines/state.ts';
import { companyOf } from '../../api/app.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { bufferKeystrokes } from '../../ui/keystrokeBuffer.ts';
import { putItems } from './cache.ts';
import type { DraftKind } from './drafts.ts';
import type { Outgoing } from './outbox.ts';
import { redraft, takeBackItem } from './takeBack.ts';

/** Time a conversation may take to load, in ms. After that the user gets an error or, when they have gone on, the text waits in its draft. */
const patienceMs = 4_000;

export function createComposerServices({ app, handle, workspace }: ServiceDeps, outgoing: Outgoing): ComposerServices {
  const composer = () => {
    const open = handle('composer');
    if (!open) throw new Error('Open a conversation first');
    return open;
  };
  /** The composer of the conversation a command was asked for: while its words were typed another may have come in its place. */
  const composerOf = (conversationId: number | undefined, done: 'sent' | 'saved' = 'sent') => {
    const open = composer();
    if (conversationId !== undefined && open.conversationId !== conversationId) throw new Error(`Another conversation is shown now. Nothing was ${done}`);
    return open;
  };
  const put = (companyId: number, item: Item) => putItems(app.queries, companyId, item.conversationId, [item]);
  /** Keeps what was typed for a conversation that has not come. */
  const keepTyped = (companyId: number, conversationId: number, mode: DraftKind, typed: string) => {
    if (typed === '') return;
    redraft(app, outgoing, { companyId, conversationId, kind: mode }, (draft) => draft + typed);
    app.notify({ tone: 'info', message: 'The conversation is still loading. Your text is saved as a draft.' });
  };
  return {
    focus: (mode, _typed, conversationId) => {
      const wanted = conversationId ?? handle('inbox')?.followCursor() ?? handle('composer')?.conversationId;
      if (wanted === undefined) throw new Error('Open a conversation first');
      const companyId = companyOf(app);
      const isHere = () => app.get().companyId === companyId;
      const ready = () => {
        const open = isHere() ? handle('composer') : undefined;
        return open?.isReady && open.conversationId === wanted ? open : null;
      };
      const now = ready();
      if (now) {
        now.focus(mode);
        return;
      }
      if (!handle('composer')) workspace.open('conversation');
      const held = bufferKeystrokes(mode === 'note' ? 'Internal note' : 'Reply');
      const until = performance.now() + patienceMs;
      let isTold = false;
      const look = () => {
        const open = ready();
        if (open) {
          const { typed, isLeft } = held.take();
          if (!isLeft) open.focus(mode, typed);
          else if (typed !== '') open.add(mode, typed);
          return;
        }
        const isLate = performance.now() >= until;
        if (isLate && !(held.isHere() && isHere())) return keepTyped(companyId, wanted, mode, held.take().typed);
        if (isLate && !isTold) {
          isTold = true;
          app.notify({ tone: 'info', message: 'The conversation is still loading. Your text is saved.' });
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    send: async (options) => composerOf(options?.conversationId).send(options),
    saveNote: async (conversationId) => composerOf(conversationId, 'saved').saveNote(),
    schedule: async (sendAt, conversationId) => composerOf(conversationId).schedule(sendAt),
    attach: () => composer().attach(),
    removeMedia: () => composer().removeMedia(),
    discard: () => composer().discard(),
    takeBack: async (item) => {
      await takeBackItem(app, outgoing, companyOf(app), item);
      return { told: 'Send undone. The text is back in the composer.' };
    },
    sendNow: async (item) => {
      const companyId = companyOf(app);
      put(companyId, await app.api.call('messaging.sendNow', { companyId, params: { itemId: item.id } }));
      return {};
    },
    sendAgain: async (item) => {
      const companyId = companyOf(app);
      put(companyId, await app.api.call('messaging.sendAgain', { companyId, params: { itemId: item.id }, body: { clientId: crypto.randomUUID() } }));
      return {};
    },
    reviewOptOut: async (item, review) => {
      const companyId = companyOf(app);
      const save = async (now: OptOutReview) =>
        put(companyId, await app.api.call('messaging.reviewOptOut', { companyId, params: { itemId: item.id }, body: { review: now } }));
      await save(review);
      if (review === 'confirmed') return { told: 'Opted out. Only their START opts them back in' };
      return { told: 'Opt-out dismissed', undo: { title: 'Dismiss opt-out', run: () => save('open') } };
    },
    takeBackHeld: async () => {
      const actor = outgoing.held();
      if (!actor) throw new Error('Nothing to undo');
      actor.send({ type: 'message.undone' });
      const settled = await waitFor(actor, (snapshot) => !isIn(snapshot, 'undoing'));
      if (!isIn(settled, 'composing')) throw settled.context.error ?? new Error('Already sent');
      return { told: 'Send undone. The text is back in the composer.' };
    },
  };
}
