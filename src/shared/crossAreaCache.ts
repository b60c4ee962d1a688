/** Effects of one area's change on another's rows in the cache. Areas import no other area; they meet here. */
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../api/queries.ts';

interface LinkedRow {
  readonly recipient?: unknown;
  readonly contact?: { readonly id?: unknown } | null;
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isRow = (value: unknown): value is LinkedRow => isRecord(value) && 'recipient' in value;

/** The rows of whatever is cached: one row, a list, or pages of them. */
function listRows(data: unknown): LinkedRow[] {
  if (isRow(data)) return [data];
  if (!isRecord(data)) return [];
  const pages = Array.isArray(data.pages) ? data.pages : [data];
  return pages.flatMap((page: unknown) => (isRecord(page) && Array.isArray(page.data) ? page.data.filter(isRow) : []));
}

/** A contact was created, changed or deleted: conversations and activity that show it, or stand under one of its numbers, are fetched again. */
export async function refreshContactLinks(
  queries: QueryClient,
  companyId: number,
  contact: { readonly id: number; readonly numbers: readonly string[] },
): Promise<void> {
  const shows = (row: LinkedRow) => row.contact?.id === contact.id || (typeof row.recipient === 'string' && contact.numbers.includes(row.recipient));
  await Promise.all(
    ['conversations', 'activity'].map((area) =>
      queries.invalidateQueries({ queryKey: keys.of(companyId, area), predicate: (query) => listRows(query.state.data).some(shows) }),
    ),
  );
}

/** The outside number of a cached conversation; null when it is not cached. */
export function findRecipient(queries: QueryClient, companyId: number, conversationId: number): string | null {
  for (const [, data] of queries.getQueriesData<unknown>({ queryKey: keys.of(companyId, 'conversations') }))
    for (const row of listRows(data)) if ('id' in row && row.id === conversationId && typeof row.recipient === 'string') return row.recipient;
  return null;
}
