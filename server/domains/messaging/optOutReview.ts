/** Review of texts that sound like an opt-out: flagged when they arrive, settled by a user or by the sender's own later keyword. */
import type { OptOutReview } from '#contract/messaging/enums.ts';
import { isShortCode } from '#contract/text/phone.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { isOptedOut, lockRecipient } from '../../compliance/optOuts.ts';
import { type Cause, companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import { lockConversations, updateItem } from '../conversations/repository.ts';
import { optOut } from './optOut.ts';
import { soundsLikeOptOut } from './optOutWords.ts';

const overtaken = 'They texted START after this message. Dismiss it instead.';
const optedOut = 'This person has already opted out';
const decided = 'This message has already been reviewed';

/** The flag of an incoming text: `open` where it sounds like an opt-out and its sender has not opted out. Locks the recipient. */
export async function flagOptOut(text: { readonly from: string; readonly body: string }): Promise<'open' | null> {
  // A short code's “Reply STOP to end” speaks of its own texts.
  if (isShortCode(text.from) || !soundsLikeOptOut(text.body)) return null;
  await lockRecipient(text.from);
  return (await isOptedOut(text.from)) ? null : 'open';
}

/** Gives every open review of a number's texts an end, in all conversations of the open company. The recipient must be locked. */
export async function settleOptOutReviews(number: string, review: 'confirmed' | 'dismissed', cause: Cause = {}): Promise<void> {
  const items = await currentTransaction()
    .selectFrom('items')
    .select(['id', 'conversation_id'])
    .where('company_id', '=', companyId())
    .where('recipient', '=', number)
    .where('opt_out_review', '=', 'open')
    .orderBy('id')
    .execute();
  await lockConversations(items.flatMap((item) => item.conversation_id ?? []));
  for (const { id } of items) await updateItem(id, { opt_out_review: review }, cause);
}

/**
 * Applies a user's decision about a flagged text. Confirming opts the sender out under the lock STOP takes, at the moment of their text; only their own START ends that.
 * Throws where the text has no flag, is decided already, or a later keyword of the sender overtakes it.
 */
export async function reviewOptOut(membership: Membership, caller: AuthUser, itemId: number, review: OptOutReview): Promise<void> {
  const named = await currentTransaction()
    .selectFrom('items')
    .select('recipient')
    .where('id', '=', itemId)
    .where('company_id', '=', companyId())
    .executeTakeFirst();
  if (!named) throw new AppError('not_found');
  await lockRecipient(named.recipient);
  await lockReviewed(named.recipient, itemId);
  const item = await currentTransaction()
    .selectFrom('items')
    .select(['id', 'number_id', 'recipient', 'created_at', 'opt_out_review'])
    .where('id', '=', itemId)
    .where('company_id', '=', companyId())
    .where('is_inbound', '=', true)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!item || item.opt_out_review === null || !canAccessNumber(membership, item.number_id)) throw new AppError('not_found');
  if (item.opt_out_review === review) return;
  const cause = { actorId: caller.userId };
  const from = review === 'open' ? 'dismissed' : 'open';
  if (item.opt_out_review !== from) throw new AppError('conflict', { field: 'review', message: decided });
  if (review === 'dismissed') return void (await updateItem(item.id, { opt_out_review: review }, cause));
  if (review === 'open' && (await isOptedOut(item.recipient))) throw new AppError('conflict', { field: 'review', message: optedOut });
  if (await saidKeywordSince(item.recipient, item.created_at)) throw new AppError('conflict', { field: 'review', message: overtaken });
  if (review === 'open') return void (await updateItem(item.id, { opt_out_review: review }, cause));
  await optOut(item.recipient, 'review', item.created_at);
  await settleOptOutReviews(item.recipient, 'confirmed', cause);
}

/** Locks, in one order, the conversations of a number's open reviews and of one item more. */
async function lockReviewed(number: string, itemId: number): Promise<void> {
  const items = await currentTransaction()
    .selectFrom('items')
    .select('conversation_id')
    .where('company_id', '=', companyId())
    .where((eb) => eb.or([eb('id', '=', itemId), eb.and([eb('recipient', '=', number), eb('opt_out_review', '=', 'open')])]))
    .execute();
  await lockConversations(items.flatMap((item) => item.conversation_id ?? []));
}

async function saidKeywordSince(number: string, at: Date): Promise<boolean> {
  const row = await currentTransaction()
    .selectFrom('opt_words')
    .select('number')
    .where('company_id', '=', companyId())
    .where('number', '=', number)
    .where('at', '>=', at)
    .executeTakeFirst();
  return row !== undefined;
}
