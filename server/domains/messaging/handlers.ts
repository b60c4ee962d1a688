/** Sending: now, held back, scheduled; taken back, sent at once, sent again. */
import type { Item } from '#contract/conversations/entities.ts';
import type { routes } from '#contract/index.ts';
import { firstTexts } from '#contract/text/quietHours.ts';
import { withCompanyTransaction } from '../../access/companyTransaction.ts';
import { canAccessNumber, limitToAccessibleNumbers } from '../../access/numbers.ts';
import { findHoldReason, type HoldReason } from '../../compliance/firstTexts.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { recordFile, type StoredFile, storeFile, withStoredFiles } from '../../files/storedFiles.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers, Membership, UploadedFile } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { loadItems } from '../conversations/items.ts';
import { selectConversationsByIds } from '../conversations/queries.ts';
import { publishItemChange, recomputeConversation, updateItem } from '../conversations/repository.ts';
import {
  addMessage,
  checkContent,
  checkLinks,
  checkMessageParties,
  type Draft,
  enqueueSend,
  findSent,
  formatSendAsked,
  getMessageParties,
} from './createMessage.ts';
import { lockAbove } from './locks.ts';
import { reviewOptOut } from './optOutReview.ts';

const holdWords: Readonly<Record<HoldReason['by'], string>> = {
  hours: 'First texts only go out during texting hours where the person lives. This message stays scheduled.',
  count: `You’ve sent ${firstTexts.max} texts in 24 hours without a reply. The next one is sent when the 24 hours end.`,
};
const yearMs = 366 * 86_400_000;

export const handlers: Handlers<typeof routes.messaging> = {
  async send({ body, files, membership, authUser, services }) {
    const hold = body.holdSeconds ?? 0;
    const at = () => (hold > 0 ? new Date(Date.now() + hold * 1_000) : null);
    return compose(services, { membership, authUser }, { body, files, state: hold > 0 ? 'held' : 'queued', sendAt: at, sendAsked: 'send' });
  },

  async schedule({ body, files, membership, authUser, services }) {
    const sendAsked = formatSendAsked(new Date(body.sendAt));
    return compose(services, { membership, authUser }, { body, files, state: 'scheduled', sendAt: () => checkSendTime(body.sendAt), sendAsked });
  },

  async scheduled({ membership, services }) {
    const rows = await currentTransaction()
      .selectFrom('items')
      .select('id')
      .where('company_id', '=', companyId())
      .where('delivery_state', 'in', ['held', 'scheduled'])
      .where('deleted_at', 'is', null)
      .where(limitToAccessibleNumbers('number_id', membership.numberIds))
      .orderBy('send_at')
      .limit(1_000)
      .execute();
    const data = await loadItems(
      services,
      rows.map(({ id }) => id),
    );
    const conversations = await selectConversationsByIds(data.map(({ conversationId }) => conversationId));
    const messages = data.flatMap((item) => {
      const conversation = conversations.get(item.conversationId);
      return conversation ? [{ ...item, conversation }] : [];
    });
    return { data: messages, meta: { total: messages.length } };
  },

  async reschedule({ params, body, membership, services }) {
    const item = await lockWaiting(membership, params.itemId);
    if (item.delivery_state !== 'scheduled')
      throw new AppError('conflict', { message: 'This message is about to be sent. Cancel it first, then schedule it.' });
    const asked = checkSendTime(body.sendAt);
    const sendAt = (await findHoldReason(services, item, asked))?.until ?? asked;
    await updateItem(item.id, { send_at: sendAt });
    // A job that comes too early enqueues itself again for the later time.
    if (item.send_at === null || sendAt < item.send_at) await enqueueSend(services, item.id, sendAt);
    return loadItem(services, item.id);
  },

  async takeBack({ params, membership, authUser }) {
    const item = await lockWaiting(membership, params.itemId);
    await updateItem(item.id, { delivery_state: 'canceled', send_at: null });
    await currentTransaction()
      .updateTable('items')
      .set({ deleted_at: new Date(), deletion_mark: 'taken-back' })
      .where('id', '=', item.id)
      .where('company_id', '=', companyId())
      .execute();
    if (item.conversation_id !== null) await recomputeConversation(item.conversation_id);
    publishItemChange('item-deleted', item.id, item.conversation_id, { actorId: authUser.userId });
    return { message: item.body ?? '' };
  },

  async sendNow({ params, membership, services }) {
    const item = await lockWaiting(membership, params.itemId);
    const hold = await findHoldReason(services, item, new Date());
    if (hold) throw new AppError('invalid', { field: 'itemId', message: holdWords[hold.by] });
    await updateItem(item.id, { delivery_state: 'queued', send_at: null });
    await enqueueSend(services, item.id, null);
    return loadItem(services, item.id);
  },

  async sendAgain({ params, body, membership, authUser, services }) {
    const sendAsked: Draft['sendAsked'] = `again ${params.itemId}`;
    const same = await findSent(services, membership, 'message', body.clientId, { sendAsked });
    if (same) return same;
    const item = await lockMessage(membership, params.itemId);
    if (!['failed', 'undelivered', 'unknown'].includes(item.delivery_state ?? '')) throw new AppError('already_sent');
    const line = await getMessageParties(
      membership,
      item.conversation_id === null ? { numberId: item.number_id, recipient: item.recipient } : { conversationId: item.conversation_id },
    );
    await checkLinks(item.body ?? '');
    await checkMessageParties(line);
    const media = await currentTransaction().selectFrom('item_media').select('file_id').where('item_id', '=', item.id).orderBy('position').execute();
    return addMessage(services, authUser, {
      line,
      text: item.body ?? '',
      clientId: body.clientId,
      state: 'queued',
      sendAt: null,
      sendAsked,
      mediaFileIds: media.map((row) => row.file_id),
    });
  },

  async reviewOptOut({ params, body, membership, authUser, services }) {
    await reviewOptOut(membership, authUser, params.itemId, body.review);
    return loadItem(services, params.itemId);
  },
};

/** When a message is to be sent. Refuses the past and more than a year ahead. */
function checkSendTime(text: string): Date {
  const at = new Date(text);
  if (at.getTime() <= Date.now()) throw new AppError('invalid', { field: 'send_at', message: 'Choose a time in the future' });
  if (at.getTime() > Date.now() + yearMs) throw new AppError('invalid', { field: 'send_at', message: 'Choose a time within a year' });
  return at;
}

/** The item of an id. Refuses one that is gone. */
async function loadItem(services: Services, id: number): Promise<Item> {
  const [item] = await loadItems(services, [id]);
  if (!item) throw new AppError('not_found');
  return item;
}

/** A message as it was asked for. `sendAt`: refuses a time that cannot be. */
interface Asked {
  readonly body: Parameters<typeof getMessageParties>[1] & { readonly clientId: string; readonly message?: string | undefined };
  readonly files: readonly UploadedFile[];
  readonly state: Draft['state'];
  readonly sendAt: () => Date | null;
  readonly sendAsked: Draft['sendAsked'];
}

/**
 * Adds a message once, in a transaction of its own; its files are stored before, so that nobody who answers STOP waits for the file store. What cannot be sent is
 * refused before anything is stored, and looked at again where it is kept.
 */
/** Sends a text once, by its client’s id. Refuses what can’t be sent: to whom, what, or from which number. */
export async function compose(
  services: Services,
  { membership, authUser }: { readonly membership: Membership; readonly authUser: AuthUser },
  asked: Asked,
): Promise<Item> {
  const { body, files, state, sendAsked } = asked;
  const text = body.message ?? '';
  const within = withCompanyTransaction(services, { membership, authUser });
  /** Returns the line, the time and the state of the message; the message itself when it exists already. */
  const look = async (): Promise<Item | Pick<Draft, 'line' | 'sendAt' | 'state'>> => {
    const same = await findSent(services, membership, 'message', body.clientId, { ...body, text, sendAsked });
    if (same) return same;
    checkContent(text, files.length);
    await checkLinks(text);
    const sendAt = asked.sendAt();
    const line = await getMessageParties(membership, body);
    await checkMessageParties(line);
    const hold = await findHoldReason(services, { recipient: line.recipient }, sendAt ?? new Date());
    return hold ? { line, sendAt: hold.until, state: 'scheduled' } : { line, sendAt, state };
  };
  if (files.length > 0) {
    const found = await within(look);
    if (!('line' in found)) return found;
  }
  const stored: StoredFile[] = [];
  for (const file of files) stored.push(await storeFile(services.files, `${membership.companyId}/sent/${crypto.randomUUID()}`, file));
  const { item } = await withStoredFiles(services.files, stored, () =>
    within(async () => {
      const found = await look();
      if (!('line' in found)) return { item: found, isRecorded: false };
      const mediaFileIds: number[] = [];
      for (const file of stored) mediaFileIds.push(await recordFile(file));
      return { item: await addMessage(services, authUser, { ...found, text, clientId: body.clientId, sendAsked, mediaFileIds }), isRecorded: true };
    }),
  );
  return item;
}

/** A message of ours the signed-in user may touch, locked until the transaction ends. */
async function lockMessage(membership: Membership, itemId: number) {
  await lockAbove(itemId);
  const item = await currentTransaction()
    .selectFrom('items')
    .select(['id', 'conversation_id', 'number_id', 'recipient', 'body', 'delivery_state', 'send_at'])
    .where('id', '=', itemId)
    .where('company_id', '=', companyId())
    .where('type', '=', 'message')
    .where('is_inbound', '=', false)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!item || !canAccessNumber(membership, item.number_id)) throw new AppError('not_found');
  return item;
}

async function lockWaiting(membership: Membership, itemId: number) {
  const item = await lockMessage(membership, itemId);
  if (item.delivery_state !== 'held' && item.delivery_state !== 'scheduled') throw new AppError('already_sent');
  return item;
}
