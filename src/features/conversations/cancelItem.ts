/** Canceling a message that waits at the server: its text returns to the draft. */
import type { Item } from '#contract/conversations/entities.ts';
import type { App } from '../../api/app.ts';
import { dropItems, putItems } from './cache.ts';
import { type DraftKind, readDraft, saveDraft } from './drafts.ts';
import type { Outbox } from './outbox.ts';

/** Writes what is made of a draft over it, wherever the conversation is. */
export function updateDraft(
  app: App,
  outgoing: Outbox,
  { companyId, conversationId, kind }: { readonly companyId: number; readonly conversationId: number; readonly kind: DraftKind },
  made: (draft: string) => string,
): void {
  const key = { userId: app.get().user?.id ?? 0, companyId, conversationId };
  const draft = made(readDraft(key, kind));
  saveDraft(key, draft, kind);
  if (kind === 'reply') outgoing.getConversationOutbox(companyId, conversationId, true).composing.send({ type: 'text.typed', text: draft });
}

/** Takes a held or scheduled message back; its text returns to the draft, before what stands there. Rejects when it is on its way. */
export async function cancelItem(app: App, outgoing: Outbox, companyId: number, { id, conversationId }: Pick<Item, 'id' | 'conversationId'>): Promise<void> {
  const { message } = await app.api.call('messaging.takeBack', { companyId, params: { itemId: id } });
  dropItems(app.queries, companyId, conversationId, [id]);
  updateDraft(app, outgoing, { companyId, conversationId, kind: 'reply' }, (typed) => (typed === '' ? message : `${message}\n${typed}`));
}

/** Schedules a canceled message for its time again, and takes its text out of the draft. Rejects when that time has passed. */
export async function scheduleAgain(app: App, outgoing: Outbox, companyId: number, { conversationId, details }: Item): Promise<void> {
  if (details.kind !== 'message' || details.sendAt === null) return;
  const { message, sendAt } = details;
  const item = await app.api.call('messaging.schedule', { companyId, body: { conversationId, message, sendAt, clientId: crypto.randomUUID() }, files: [] });
  putItems(app.queries, companyId, conversationId, [item]);
  updateDraft(app, outgoing, { companyId, conversationId, kind: 'reply' }, (draft) =>
    draft === message ? '' : draft.startsWith(`${message}\n`) ? draft.slice(message.length + 1) : draft,
  );
}
