/** Filters of the inbox: the list, its counts and the bulk actions over "all that match" share them. */
import { sql } from 'kysely';
import { accessibleNumbers, limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Membership } from '../../http/handlers.ts';
import { matchesSearch, searchWords } from '../../lists/textSearch.ts';

export interface ConversationFilter {
  readonly isArchived?: boolean | undefined;
  readonly isUnread?: boolean | undefined;
  readonly numberIds?: readonly number[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly q?: string | undefined;
}

/** Maps the spec's names of kinds (ENUM-159…162) to item types. */
export const itemTypeOfKind: Readonly<Record<string, 'call' | 'message' | 'voicemail' | 'fax'>> = {
  calls: 'call',
  messages: 'message',
  voicemail: 'voicemail',
  fax: 'fax',
};

/** Conversations of the open company that the person works and that match; not the archived ones unless asked for, never those with nothing in them. */
export function selectConversations(filter: ConversationFilter, membership: Pick<Membership, 'numberIds'>) {
  const types = (filter.types ?? []).flatMap((kind) => itemTypeOfKind[kind] ?? []);
  const words = searchWords(filter.q ?? '');
  const company = companyId();
  let query = currentTransaction()
    .selectFrom('conversations')
    .where('conversations.company_id', '=', company)
    .where('conversations.is_archived', '=', filter.isArchived ?? false)
    .where('conversations.latest', 'is not', null);
  const numbers = accessibleNumbers(membership, filter.numberIds);
  if (numbers !== null) query = query.where(limitToAccessibleNumbers('conversations.number_id', numbers));
  if (filter.isUnread !== undefined) query = query.where('conversations.unread_count', filter.isUnread ? '>' : '=', 0);
  if (types.length > 0) query = query.where(sql<boolean>`conversations.item_types && ${types}::text[]`);
  if (words.length > 0) query = query.where(matchesSearch('conversations.id', 'conversations', company, words));
  return query;
}
