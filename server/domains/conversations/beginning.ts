/** Beginning to write to somebody: who it may be, from which number of ours, and the conversation, which nobody sees until something stands in it. */

import { sql } from 'kysely';
import type { Conversation, Recipient, Sender, Standing } from '#contract/conversations/entities.ts';
import { optedOutReason } from '#contract/messaging/texts.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { withCompanyTransaction } from '../../access/companyTransaction.ts';
import { canAccessNumber, limitToAccessibleNumbers } from '../../access/numbers.ts';
import { checkMessageDestination } from '../../compliance/destinations.ts';
import { findHoldReason, hasReachedUs } from '../../compliance/firstTexts.ts';
import { isOptedOut } from '../../compliance/optOuts.ts';
import { assertCanSend, findSenderFault } from '../../compliance/senders.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import { formatPhone } from '../../phone.ts';
import type { Services } from '../../services.ts';
import { search } from '../me/search.ts';
import { getConversation } from './queries.ts';
import { findOrCreateConversation } from './repository.ts';

const most = 20;
/** Numbers offered to write from: those that were used and those that can text come first. */
const mostSenders = 500;

/** A number as people paste it: `tel:` before it, hyphens and spaces of any kind, dots, a name's brackets. */
function typedNumber(typed: string): string | null {
  const plain = typed
    .normalize('NFKC')
    .replace(/^\s*(tel|sms):\s*/i, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[\s\p{Cf}]+/gu, ' ');
  // Letters make it a name: 1-800-FLOWERS is one.
  return /\p{L}/u.test(plain) || plain.replace(/\D/g, '').length < 7 ? null : normalisePhone(plain);
}

const optedOut = async (numbers: readonly string[]) => {
  const rows = await currentTransaction()
    .selectFrom('opt_outs')
    .select('number')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`number = any (${numbers}::text[])`)
    .execute();
  return new Set(rows.map(({ number }) => number));
};
const blocked = async (numbers: readonly string[]) => {
  const rows = await currentTransaction()
    .selectFrom('blocks')
    .select('target')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`target = any (${numbers}::text[])`)
    .execute();
  return new Set(rows.map(({ target }) => target));
};

/** Latest contacts of the company, offered before a letter is typed. */
async function newest(membership: Membership): Promise<[number: string, name: string][]> {
  const rows = await currentTransaction()
    .selectFrom('conversations')
    .leftJoin('contacts', (join) => join.onRef('contacts.id', '=', 'conversations.contact_id').on('contacts.deleted_at', 'is', null))
    .select(['conversations.recipient', 'contacts.name'])
    .where('conversations.company_id', '=', companyId())
    .where('conversations.latest', 'is not', null)
    .where('conversations.is_archived', '=', false)
    .where(limitToAccessibleNumbers('conversations.number_id', membership.numberIds))
    .orderBy('conversations.last_activity_at', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ recipient, name }) => [recipient, name ?? '']);
}

/** People and numbers that fit what is typed, the typed number itself first; why one cannot be texted stands with it. */
export async function listRecipients(services: Services, authUser: AuthUser, membership: Membership, q: string): Promise<Recipient[]> {
  const typed = typedNumber(q);
  const hits = (await search(services, authUser, { q: typed ?? q, kinds: ['contact', 'conversation'], companyId: membership.companyId })) ?? [];
  return withCompanyTransaction(services, { membership, authUser })(async () => {
    const ids = (kind: 'contact' | 'conversation') => hits.flatMap((hit) => (hit.kind === kind ? [hit.id] : []));
    const contacts = await currentTransaction()
      .selectFrom('contacts')
      .select(['id', 'name', 'number'])
      .where('company_id', '=', companyId())
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or([sql<boolean>`id = any (${ids('contact')}::bigint[])`, eb('number', '=', typed ?? '')]))
      .execute();
    const threads = await currentTransaction()
      .selectFrom('conversations')
      .leftJoin('contacts', (join) => join.onRef('contacts.id', '=', 'conversations.contact_id').on('contacts.deleted_at', 'is', null))
      .select(['conversations.id', 'conversations.recipient', 'contacts.name'])
      .where('conversations.company_id', '=', companyId())
      .where(sql<boolean>`conversations.id = any (${ids('conversation')}::bigint[])`)
      .execute();
    const found = new Map<string, string>(q.trim() === '' ? await newest(membership) : []);
    if (typed !== null) found.set(typed, contacts.find(({ number }) => number === typed)?.name ?? '');
    for (const hit of hits) {
      const contact = hit.kind === 'contact' ? contacts.find(({ id }) => id === hit.id) : undefined;
      const thread = hit.kind === 'conversation' ? threads.find(({ id }) => id === hit.id) : undefined;
      const number = contact?.number ?? thread?.recipient;
      if (number !== undefined && !found.has(number)) found.set(number, contact?.name ?? thread?.name ?? '');
    }
    const numbers = [...found.keys()].slice(0, most);
    const [gone, shut] = [await optedOut(numbers), await blocked(numbers)];
    return numbers.map((number) => ({
      number,
      name: found.get(number) || null,
      shown: formatPhone(number),
      reason: checkMessageDestination(number) ?? (gone.has(number) ? optedOutReason : null),
      isBlocked: shut.has(number),
    }));
  });
}

/** Numbers of ours to write from, the best first: the one last used with them, else the person's last, else the first that can text. Why one cannot stands with it. */
export async function listSenders(membership: Membership, authUser: AuthUser, typed: string): Promise<Sender[]> {
  const recipient = typedNumber(typed);
  const withThem =
    recipient === null
      ? undefined
      : await currentTransaction()
          .selectFrom('conversations')
          .select('number_id')
          .where('company_id', '=', companyId())
          .where('recipient', '=', recipient)
          .where('latest', 'is not', null)
          .where(limitToAccessibleNumbers('number_id', membership.numberIds))
          .orderBy('last_activity_at', 'desc')
          .limit(1)
          .executeTakeFirst();
  const byPerson = await currentTransaction()
    .selectFrom('items')
    .select('number_id')
    .where('company_id', '=', companyId())
    .where('type', '=', 'message')
    .where('is_inbound', '=', false)
    .where('actor_id', '=', authUser.userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const used = [withThem?.number_id, byPerson?.number_id].filter((id) => id !== undefined);
  const rows = await currentTransaction()
    .selectFrom('phone_numbers')
    .select(['id', 'label', 'number', 'sms_enabled', 'status', 'line_type'])
    .where('company_id', '=', companyId())
    .where('status', '<>', 2)
    .where(limitToAccessibleNumbers('id', membership.numberIds))
    .orderBy(sql`id = any (${used}::bigint[])`, 'desc')
    .orderBy(sql`status = 0 and sms_enabled and line_type <> 2`, 'desc')
    .orderBy('label')
    .orderBy('id')
    .limit(mostSenders)
    .execute();
  const list = rows.map(({ id, label, number, ...can }): Sender => {
    const use = id === withThem?.number_id ? 'theirs' : id === byPerson?.number_id ? 'yours' : null;
    return { id, label, number, reason: findSenderFault(can), use };
  });
  const rank = ({ reason, use }: Sender) => (reason !== null ? 3 : use === 'theirs' ? 0 : use === 'yours' ? 1 : 2);
  return list.sort((a, b) => rank(a) - rank(b));
}

/** The conversation of a number of ours with anybody, there or made. Refuses a number that cannot text and a destination that cannot be reached. */
export async function startConversation(membership: Membership, asked: { readonly numberId: number; readonly recipient: string }): Promise<Conversation> {
  if (!canAccessNumber(membership, asked.numberId)) throw new AppError('not_found');
  const number = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('id')
    .where('id', '=', asked.numberId)
    .where('company_id', '=', companyId())
    .executeTakeFirst();
  if (!number) throw new AppError('not_found');
  const recipient = typedNumber(asked.recipient);
  if (recipient === null) throw new AppError('invalid', { field: 'recipient', message: 'Enter a phone number, such as +1 212-555-0123' });
  const sender = await assertCanSend(asked.numberId);
  if (sender !== null) throw new AppError('invalid', { field: 'number_id', message: sender });
  const destination = checkMessageDestination(recipient);
  if (destination !== null) throw new AppError('invalid', { field: 'recipient', message: destination });
  const { id } = await findOrCreateConversation({ numberId: asked.numberId, recipient });
  return getConversation(membership, id);
}

/** Reads the state of the contact of a conversation: wrote first, opt-in, opt-out, blocked, texting hours. */
export async function loadStanding(services: Services, membership: Membership, conversationId: number): Promise<Standing> {
  const { recipient, contact, isBlocked } = await getConversation(membership, conversationId);
  const known = contact
    ? await currentTransaction().selectFrom('contacts').select(['optin_type', 'optin_source', 'added_at']).where('id', '=', contact.id).executeTakeFirst()
    : undefined;
  const hold = await findHoldReason(services, { recipient }, new Date());
  return {
    name: contact?.name || displayPhone(recipient),
    wroteFirst: await hasReachedUs(recipient),
    optIn: known ? { type: known.optin_type, source: known.optin_source, at: known.added_at.toISOString() } : null,
    isOptedOut: await isOptedOut(recipient),
    isBlocked,
    waitsUntil: hold?.until.toISOString() ?? null,
    waitsFor: hold?.by ?? null,
    zone: hold?.zone ?? null,
  };
}
