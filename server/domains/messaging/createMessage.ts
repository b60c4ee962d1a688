/** Creates a message: the text becomes an item that waits for its time, together with the job that sends it. */

import type { Item } from '#contract/conversations/entities.ts';
import { limits } from '#contract/core/limits.ts';
import { messages } from '#contract/core/messages.ts';
import { linksOff, optedOutReason } from '#contract/messaging/texts.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { findLink } from '#contract/text/links.ts';
import { countSegments } from '#contract/text/segments.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { checkMessageDestination } from '../../compliance/destinations.ts';
import { isOptedOut, lockRecipient } from '../../compliance/optOuts.ts';
import { assertCanSend } from '../../compliance/senders.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { isTollFree } from '../../destinations.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { loadItems } from '../conversations/items.ts';
import { addItem, findOrCreateConversation } from '../conversations/repository.ts';
import { messageSend } from './jobs.ts';

/** Sender and recipient of a message. */
export interface MessageParties {
  readonly numberId: number;
  readonly number: string;
  readonly recipient: string;
}

/** A message to be added. `sendAt` null: at once. */
export interface Draft {
  readonly line: MessageParties;
  readonly text: string;
  readonly clientId: string;
  readonly state: 'held' | 'scheduled' | 'queued';
  readonly sendAt: Date | null;
  readonly mediaFileIds: readonly number[];
  /** The kind and time of the request; see `SendAsked`. */
  readonly sendAsked: SendAsked;
}

/** The kind and time of a request, kept as they were while the message moves on: to send, to send another message again, or a time (ISO). */
type SendAsked = 'send' | `again ${number}` | `at ${string}`;

/** Formats a request for a time. */
export const formatSendAsked = (at: Date): SendAsked => `at ${at.toISOString()}`;

/** Checks whether a typed phone is the other party of a conversation: in any spelling, or as it is written there. */
const isSamePhone = (typed: string, recipient: string) => typed.trim() === recipient || normalisePhone(typed) === recipient;

/** The number and recipient a request names: a conversation, or a number and a recipient. Foreign and missing ones answer alike; others than the conversation’s are refused. */
export async function getMessageParties(
  membership: Membership,
  asked: { conversationId?: number | undefined; numberId?: number | undefined; recipient?: string | undefined },
): Promise<MessageParties> {
  if (asked.conversationId !== undefined) {
    const row = await currentTransaction()
      .selectFrom('conversations')
      .innerJoin('phone_numbers', 'phone_numbers.id', 'conversations.number_id')
      .select(['conversations.recipient', 'phone_numbers.id', 'phone_numbers.number'])
      .where('conversations.id', '=', asked.conversationId)
      .where('conversations.company_id', '=', companyId())
      .executeTakeFirst();
    if (!row || !canAccessNumber(membership, row.id)) throw new AppError('not_found');
    if (asked.numberId !== undefined && asked.numberId !== row.id)
      throw new AppError('invalid', { field: 'number_id', message: 'This is not the number of the conversation. Leave it out or use the conversation’s' });
    if (asked.recipient !== undefined && !isSamePhone(asked.recipient, row.recipient))
      throw new AppError('invalid', { field: 'recipient', message: 'This is not the phone of the conversation. Leave it out or use the conversation’s' });
    return { numberId: row.id, number: row.number, recipient: row.recipient };
  }
  if (asked.numberId === undefined) throw new AppError('invalid', { field: 'number_id', message: 'Choose a conversation, or a number to send from' });
  const recipient = normalisePhone(asked.recipient ?? '');
  if (recipient === null) throw new AppError('invalid', { field: 'recipient', message: 'Enter a phone number, such as +1 212-555-0123' });
  const row = await currentTransaction()
    .selectFrom('phone_numbers')
    .select(['id', 'number'])
    .where('id', '=', asked.numberId)
    .where('company_id', '=', companyId())
    .executeTakeFirst();
  if (!row || !canAccessNumber(membership, row.id)) throw new AppError('not_found');
  return { numberId: row.id, number: row.number, recipient };
}

/** Refuses, in words, what cannot be sent on a line: sender, destination, opt-out. Holds the line to the recipient. */
export async function checkMessageParties(line: MessageParties): Promise<void> {
  const sender = await assertCanSend(line.numberId);
  if (sender !== null) throw new AppError('invalid', { field: 'number_id', message: sender });
  const destination = checkMessageDestination(line.recipient);
  if (destination !== null) throw new AppError('invalid', { field: 'recipient', message: destination });
  await lockRecipient(line.recipient);
  if (await isOptedOut(line.recipient)) throw new AppError('invalid', { field: 'recipient', message: optedOutReason });
}

/** Refuses a message without text and media, or too long. */
export function checkContent(text: string, mediaCount: number): void {
  if (text.trim() === '' && mediaCount === 0) throw new AppError('invalid', { field: 'message', message: 'Enter a message or attach a file' });
  if (text.length > (mediaCount > 0 ? limits.mmsCharacters : limits.smsCharacters)) {
    throw new AppError('invalid', { field: 'message', message: mediaCount > 0 ? messages.mmsTooLong : messages.smsTooLong });
  }
}

/** Rejects a text with a link while links are off for the company (RULE-098). */
export async function checkLinks(text: string): Promise<void> {
  if (findLink(text) === null) return;
  const company = await currentTransaction().selectFrom('companies').select('links_enabled').where('id', '=', companyId()).executeTakeFirstOrThrow();
  if (!company.links_enabled) throw new AppError('invalid', { field: 'message', message: linksOff });
}

/** A message as a request gives it, where it gives one. */
interface Asked {
  readonly sendAsked: SendAsked;
  readonly text?: string;
  readonly conversationId?: number | undefined;
  readonly numberId?: number | undefined;
  readonly recipient?: string | undefined;
}

const selectSent = (clientId: string) =>
  currentTransaction()
    .selectFrom('items')
    .select(['id', 'type', 'number_id', 'conversation_id', 'recipient', 'body', 'delivery_state', 'send_at', 'send_asked', 'deleted_at', 'deletion_mark'])
    .where('company_id', '=', companyId())
    .where('client_id', '=', clientId)
    .executeTakeFirst();

type Sent = NonNullable<Awaited<ReturnType<typeof selectSent>>>;

/** Checks whether an item was asked for as another kind of message or for another time. Of one whose request isn't kept, only what still waits can tell. */
function isOtherSend({ send_asked: kept, delivery_state: state, send_at: sendAt }: Sent, { sendAsked }: Asked): boolean {
  if (kept !== null) return kept !== sendAsked;
  if (!sendAsked.startsWith('at ')) return false;
  return state === 'held' || (state === 'scheduled' && sendAt !== null && formatSendAsked(sendAt) !== sendAsked);
}

/** Refuses an item that is another message than what is asked. */
function assertSame(row: Sent, asked: Asked): void {
  const isOther =
    isOtherSend(row, asked) ||
    (asked.text !== undefined && (asked.text !== (row.body ?? '') || (asked.conversationId ?? asked.numberId) === undefined)) ||
    (asked.conversationId !== undefined && row.conversation_id !== null && asked.conversationId !== row.conversation_id) ||
    (asked.numberId !== undefined && asked.numberId !== row.number_id) ||
    (asked.recipient !== undefined && !isSamePhone(asked.recipient, row.recipient));
  if (isOther)
    throw new AppError('conflict', { field: 'client_id', message: 'Another message was sent under this client_id; nothing was sent. Use a new one' });
}

/** The message or fax already sent under a client's id; null when there is none. Refuses an id of another type of item, of a number the user does not work, of another message than what is asked, or of one that is gone. */
export async function findSent(services: Services, membership: Membership, type: 'message' | 'fax', clientId: string, asked?: Asked): Promise<Item | null> {
  const row = await selectSent(clientId);
  if (!row) return null;
  if (row.type !== type || !canAccessNumber(membership, row.number_id)) throw new AppError('conflict', { field: 'client_id' });
  if (row.deleted_at !== null) throw new AppError('conflict', { field: 'client_id', message: goneWords(row.deletion_mark) });
  if (asked !== undefined) assertSame(row, asked);
  return (await loadItems(services, [row.id]))[0] ?? null;
}

const goneWords = (mark: string | null) =>
  mark === 'taken-back'
    ? 'The message of this client_id was canceled before it was sent. Use a new client_id to send it'
    : 'The message of this client_id was deleted. Use a new client_id to send it again';

/** Adds a message and the job that sends it, as one. */
export async function addMessage(services: Services, caller: AuthUser, draft: Draft): Promise<Item> {
  const { line } = draft;
  const now = new Date();
  const thread = await findOrCreateConversation({ numberId: line.numberId, recipient: line.recipient, at: now });
  const added = await addItem({
    conversationId: thread.id,
    numberId: line.numberId,
    recipient: line.recipient,
    type: 'message',
    isInbound: false,
    createdAt: now,
    clientId: draft.clientId,
    actor: { id: caller.userId, name: caller.name },
    body: draft.text,
    deliveryState: draft.state,
    segments: Math.max(1, countSegments(draft.text, isTollFree(line.number)).count),
    sendAt: draft.sendAt,
    sendAsked: draft.sendAsked,
    mediaFileIds: draft.mediaFileIds,
  });
  if (added.created) await enqueueSend(services, added.id, draft.sendAt);
  else await assertSameSent(draft);
  const [item] = await loadItems(services, [added.id]);
  if (!item) throw new AppError('conflict');
  return item;
}

/** Refuses a message whose client's id another one took at the same moment. */
async function assertSameSent({ clientId, line: { numberId, recipient }, text, sendAsked }: Draft): Promise<void> {
  const row = await selectSent(clientId);
  if (row) assertSame(row, { numberId, recipient, text, sendAsked });
}

/** Enqueues the sending of a message of the open company. */
export async function enqueueSend(services: Services, itemId: number, at: Date | null): Promise<void> {
  await services.jobs.enqueue(messageSend, { companyId: companyId(), itemId }, at === null ? {} : { startAt: at });
}
