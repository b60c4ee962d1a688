/** Conversations and what is in them (spec 1.7 Conversations, 1.4). */

import * as z from 'zod/mini';
import { batchReply } from '../core/entities.ts';
import { limits } from '../core/limits.ts';
import { route } from '../core/route.ts';
import { Count, Cursor, CursorMeta, createListSchema, createPageSizeSchema, createSearchSchema, Flag, Id, IdList, Key } from '../core/schema.ts';
import { Conversation, ConversationFilter, Item, ItemHit, UnreadByNumber } from './entities.ts';
import { conversationActions, conversationKinds, readTypes } from './enums.ts';
import { startRoutes } from './startRoutes.ts';

const scope = { companyId: Id };

const one = { companyId: Id, id: Id };

const item = { companyId: Id, id: Id, itemId: Id };

const work = { access: 'conversations.work', company: 'path.companyId' } as const;

const read = { access: 'conversations.read', company: 'path.companyId' } as const;

export const routes = {
  list: route('GET /companies/{companyId}/conversations', {
    ...read,
    params: scope,
    query: {
      perPage: createPageSizeSchema(limits.conversationsPerPage, limits.conversationsPerPageMax),
      ...ConversationFilter.shape,
      cursor: z.optional(Cursor),
      sort: z._default(z.enum(['newest', 'oldest']), 'newest'),
    },
    reply: createListSchema(Conversation, z.object({ ...CursorMeta.shape, total: z.number(), unread: z.number(), position: z.nullable(z.number()) })),
    spec: 'CALL-009',
    summary:
      'Conversations, newest first, by cursor. `types` is a comma list of calls, messages, voicemail, fax. `position` is where the changes stood when the page was read',
  }),
  bulkUpdate: route('PUT /companies/{companyId}/conversations/bulk-update', {
    ...work,
    params: scope,
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(1_000)), type: z.enum(readTypes) }),
    reply: z.object({ updated: z.number() }),
    spec: 'CALL-010',
    summary: 'Marks conversations read or unread',
  }),
  bulkAction: route('POST /companies/{companyId}/conversations/bulk-action', {
    ...work,
    params: scope,
    body: z.object({
      key: Key,
      action: z.enum(conversationActions),
      ids: z.optional(z.array(Id).check(z.maxLength(10_000))),
      all: z.optional(z.literal([true, 1])),
      filter: z.optional(ConversationFilter),
      count: z.optional(Count),
    }),
    ...batchReply,
    spec: 'ours',
    summary:
      'Archives, restores or marks many conversations as a batch: ids, or all with a filter and the count that was shown (a different count: 409). Idempotent by key',
  }),
  undoBulkAction: route('POST /companies/{companyId}/conversations/bulk-action/{key}/undo', {
    ...work,
    params: { companyId: Id, key: Key },
    ...batchReply,
    spec: 'ours',
    summary: 'Takes a bulk action back: exactly the rows it changed, to what they were',
  }),
  get: route('GET /companies/{companyId}/conversations/{id}', { ...read, params: one, reply: Conversation, spec: 'CALL-011', summary: 'One conversation' }),
  readAll: route('PUT /companies/{companyId}/conversations/{id}/read-all', {
    ...work,
    params: one,
    body: z.object({ type: z._default(z.enum(readTypes), 'read'), returnCountByNumber: z.optional(Flag) }),
    reply: z.object({ updated: z.number(), countByNumber: z.optional(UnreadByNumber) }),
    spec: 'CALL-012',
    summary: 'Marks all items of a conversation read, or its newest unread; returns unread counts by number when asked',
  }),
  item: route('GET /companies/{companyId}/conversations/{id}/items/{itemId}', { ...read, params: item, reply: Item, spec: 'CALL-013', summary: 'One item' }),
  deleteItem: route('DELETE /companies/{companyId}/conversations/{id}/items/{itemId}', {
    ...work,
    params: item,
    spec: 'CALL-014',
    summary: 'Deletes an item; it can be restored',
  }),
  restoreItem: route('POST /companies/{companyId}/conversations/{id}/items/{itemId}/restore', {
    ...work,
    params: item,
    reply: Item,
    spec: 'ours',
    summary: 'Brings a deleted item back',
  }),
  deleteMessages: route('DELETE /companies/{companyId}/conversations/{id}/messages', {
    ...work,
    params: one,
    reply: z.object({ deleted: z.number(), mark: z.string() }),
    spec: 'CALL-015',
    summary: 'Deletes what is in a conversation (open question AMB-41); `mark` names this deletion for restoring',
  }),
  restoreMessages: route('POST /companies/{companyId}/conversations/{id}/messages/restore', {
    ...work,
    params: one,
    body: z.object({ mark: z.string().check(z.maxLength(64)) }),
    reply: z.object({ restored: z.number() }),
    spec: 'ours',
    summary: 'Brings back what one deletion took',
  }),
  readItem: route('PUT /companies/{companyId}/conversations/{id}/items/{itemId}/read', {
    ...work,
    params: item,
    reply: Item,
    spec: 'CALL-016',
    summary: 'Marks one item read',
  }),
  readAllByType: route('PUT /companies/{companyId}/conversations/read-all-by-type', {
    ...work,
    params: scope,
    body: z.object({ type: z.enum(conversationKinds), numbers: z.optional(z.array(Id)) }),
    reply: z.object({ updated: z.number() }),
    spec: 'CALL-017',
    summary: 'Marks all unread items of a kind read, of some numbers or of all',
  }),
  items: route('GET /companies/{companyId}/conversations/{conversationId}/items', {
    ...read,
    params: { companyId: Id, conversationId: Id },
    query: {
      cursor: z.optional(Cursor),
      perPage: createPageSizeSchema(limits.itemsPerPage, limits.itemsPerPageMax),
      sync: z.optional(z.coerce.number().check(z.gte(0), z.multipleOf(1, 'A position is a whole number'))),
      around: z.optional(Id),
    },
    reply: createListSchema(Item, z.object({ prevCursor: z.nullable(z.string()), nextCursor: z.nullable(z.string()), position: z.number() })),
    spec: 'CALL-018',
    summary:
      'Items of a thread, newest page first, each page oldest first; prev_cursor goes further back. `sync` is a position of the company’s changes: only what changed after it. `around` is an item: the page in whose middle it is; next_cursor goes on to newer ones, null from the newest on',
  }),
  search: route('GET /companies/{companyId}/items/search', {
    ...read,
    params: scope,
    query: {
      q: createSearchSchema(limits.searchCharacters, 'Enter words to search for'),
      cursor: z.optional(Cursor),
      perPage: createPageSizeSchema(30, 100),
    },
    reply: createListSchema(ItemHit, z.object({ nextCursor: z.nullable(z.string()), note: z.nullable(z.string()) })),
    perMinute: 600,
    spec: 'ours',
    summary:
      'Texts, notes, voicemails and call transcripts that say something, newest first, by cursor. `q` is words, "phrases", -words and from:, with:, number:, before:, after:, is:. `note` says why nothing can be found, such as an unknown name',
  }),
  itemsOfNumbers: route('GET /inbox/conversations/items', {
    access: 'conversations.read',
    company: 'header',
    query: { numbers: z.optional(IdList), cursor: z.optional(Cursor), perPage: createPageSizeSchema(limits.itemsPerPage, limits.itemsPerPageMax) },
    reply: createListSchema(Item, CursorMeta),
    spec: 'CALL-019',
    summary: 'Newest items over conversations, of some numbers or of all',
  }),
  archive: route('PUT /inbox/conversations/{id}/archive', {
    access: 'conversations.work',
    company: 'header',
    params: { id: Id },
    reply: Conversation,
    spec: 'CALL-020',
    summary: 'Archives a conversation',
  }),
  restore: route('PUT /inbox/conversations/{id}/restore', {
    access: 'conversations.work',
    company: 'header',
    params: { id: Id },
    reply: Conversation,
    spec: 'CALL-021',
    summary: 'Brings an archived conversation back',
  }),
  batch: route('GET /companies/{companyId}/batches/{batchId}', {
    ...read,
    params: { companyId: Id, batchId: Key },
    ...batchReply,
    spec: 'ours',
    summary: 'Progress of a batch of any kind',
  }),
  ...startRoutes,
};
