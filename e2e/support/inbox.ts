/** The inbox of Northwind Motors as it stands in the database. */
import type { Stack } from './stack.ts';

/** Lists its open conversations, the newest first. Throws where there are fewer than three. */
export async function listInbox({ owner }: Stack) {
  const rows = await owner
    .selectFrom('conversations')
    .innerJoin('companies', 'companies.id', 'conversations.company_id')
    .where('companies.slug', '=', 'northwind-motors')
    .where('is_archived', '=', false)
    .select(['conversations.id', 'unread_count'])
    .orderBy('last_activity_at', 'desc')
    .execute();
  const [first, second, third] = rows;
  if (!first || !second || !third) throw new Error('The inbox is nearly empty');
  return { rows, first, second, third };
}
