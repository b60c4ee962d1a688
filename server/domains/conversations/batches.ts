/** Bulk actions on conversations: what each does to rows, and how it is taken back. */
import * as z from 'zod/mini';
import type { ConversationAction } from '#contract/conversations/enums.ts';
import type { BatchHandler, PreviousValues } from '../../batches/batchHandler.ts';
import type { Cause } from '../../db/tenancy.ts';
import { type ChangedItems, markRead, markUnread, setArchived, setItemsRead } from './readState.ts';

const Items = z.object({ items: z.array(z.number()) });

const byItems = (changes: ChangedItems): ReadonlyMap<number, PreviousValues> => new Map([...changes].map(([id, items]) => [id, { items }]));
const byRow = (ids: readonly number[], before: PreviousValues): ReadonlyMap<number, PreviousValues> => new Map(ids.map((id) => [id, before]));

function listItemIds(rows: ReadonlyMap<number, PreviousValues>): number[] {
  return [...rows.values()].flatMap((before) => Items.safeParse(before).data?.items ?? []);
}

const putItems = (isRead: boolean) => async (rows: ReadonlyMap<number, PreviousValues>, cause: Cause) =>
  byItems(await setItemsRead(listItemIds(rows), isRead, cause));

const archival = (isArchived: boolean): BatchHandler => ({
  run: async (ids, cause) => byRow(await setArchived(ids, isArchived, cause), { isArchived: !isArchived }),
  undo: async (rows, cause) => byRow(await setArchived([...rows.keys()], !isArchived, cause), { isArchived }),
});

/** The type of a batch of an action. */
export const toBatchType = (action: ConversationAction) => `conversations.${action}` as const;

/** Handlers of each type of batch over conversations. */
export const conversationWorks: Readonly<Record<`conversations.${ConversationAction}`, BatchHandler>> = {
  'conversations.read': { run: async (ids, cause) => byItems(await markRead(ids, cause)), undo: putItems(false) },
  'conversations.unread': { run: async (ids, cause) => byItems(await markUnread(ids, cause)), undo: putItems(true) },
  'conversations.archive': archival(true),
  'conversations.restore': archival(false),
};
