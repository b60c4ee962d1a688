/** Sending as commands reach it: the composer that is open, and messages already with the server. */

import { waitFor } from 'xstate';
import type { ComposerServices } from '#commands/composer.services.ts';
import type { Item } from '#contract/entities.ts';
import { routes } from '#contract/index.ts';
import { isIn } from '#machines/state.ts';
import { companyOf } from '../../api/app.ts';
import type { Surroundings } from '../../panes/index.ts';
import { holdTyping } from '../../ui/typeAhead.ts';
import { dropItems, putItems } from './cache.ts';
import { keepDraft, readDraft } from './drafts.ts';
import type { Outgoing } from './outgoing.ts';

/** How long a conversation may take to come before the keyboard stays where it is. */
const patienceMs = 4_000;

export function createComposerServices({ app, handle, workspace }: Surroundings, outgoing: Outgoing): ComposerServices {
  const composer = () => {
    const open = handle('composer');
    if (!open) throw new Error('Open a conversation first');
    return open;
  };
  const put = (companyId: number, item: Item) => putItems(app.queries, companyId, item.conversationId, [item]);
  /** The text returns to the draft, before what stands there. */
  const giveBack = (companyId: number, conversationId: number, text: string) => {
    const key = { userId: app.get().user?.id ?? 0, companyId, conversationId };
    const typed = readDraft(key);
    const draft = typed === '' ? text : `${text}\n${typed}`;
    keepDraft(key, draft);
    outgoing.deskOf(companyId, conversationId, true).composing.send({ type: 'text.typed', text: draft });
  };
  return {
    focus: (mode) => {
      const wanted = handle('inbox')?.followCursor() ?? null;
      const ready = () => {
        const open = handle('composer');
        return open && open.conversationId !== undefined && (wanted === null || open.conversationId === wanted) ? open : null;
      };
      const now = ready();
      if (now) {
        now.focus(mode);
        return;
      }
      if (!handle('composer')) workspace.open('conversation');
      const held = holdTyping(mode === 'note' ? 'Internal note' : 'Reply');
      const until = performance.now() + patienceMs;
      const look = () => {
        const open = ready();
        if (open) {
          const { typed, isLeft } = held.take();
          if (!isLeft) open.focus(mode, typed);
          else if (typed !== '') open.add(mode, typed);
        } else if (performance.now() < until) requestAnimationFrame(look);
        else held.take();
      };
      requestAnimationFrame(look);
    },
    send: (options) => composer().send(options),
    schedule: (sendAt) => composer().schedule(sendAt),
    attach: () => composer().attach(),
    removeMedia: () => composer().removeMedia(),
    discard: () => composer().discard(),
    takeBack: async (item) => {
      const companyId = companyOf(app);
      const { message } = await app.api.call(routes.messaging.takeBack, { companyId, params: { itemId: item.id } });
      dropItems(app.queries, companyId, item.conversationId, [item.id]);
      giveBack(companyId, item.conversationId, message);
      return { told: 'Taken back; the text is in the composer' };
    },
    sendNow: async (item) => {
      const companyId = companyOf(app);
      put(companyId, await app.api.call(routes.messaging.sendNow, { companyId, params: { itemId: item.id } }));
      return {};
    },
    sendAgain: async (item) => {
      const companyId = companyOf(app);
      put(companyId, await app.api.call(routes.messaging.sendAgain, { companyId, params: { itemId: item.id }, body: { clientId: crypto.randomUUID() } }));
      return {};
    },
    takeBackHeld: async () => {
      const actor = outgoing.held();
      if (!actor) throw new Error('No message is held back');
      actor.send({ type: 'message.undone' });
      const settled = await waitFor(actor, (snapshot) => !isIn(snapshot, 'undoing'));
      if (!isIn(settled, 'composing')) throw new Error(settled.context.error?.message ?? 'It is on its way already');
      return { told: 'Taken back; the text is in the composer' };
    },
  };
}
