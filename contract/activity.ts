/** The activity list, notes and notifications (spec 1.7 Activity, 2.7 Messaging and notifications). */
import * as z from 'zod/mini';
import { UnreadByNumber } from './conversations.ts';
import { Actor, Item } from './entities.ts';
import { activityFilters, channelTypes, noteModels } from './enums.ts';
import { route } from './route.ts';
import { enumList, Id, IdList, list, Page, PageMeta, pageSize, TimeZone, text } from './schema.ts';

/** A row of the activity list: an item and where it happened. */
export const Activity = z.object({
  ...Item.shape,
  /** null for a call that never became a thread. */
  conversationId: z.nullable(z.number()),
  recipient: z.string(),
  contact: z.nullable(z.object({ id: z.number(), name: z.string() })),
  number: z.object({ id: z.number(), label: z.string(), number: z.string() }),
});
export type Activity = z.output<typeof Activity>;

/** A note (spec 1.7), on a call, a conversation or a contact. */
export const Note = z.object({
  id: z.number(),
  modelType: z.enum(noteModels),
  modelId: z.number(),
  body: z.string(),
  author: z.nullable(Actor),
  /** Last editor and time; null when never edited. */
  editor: z.nullable(Actor),
  editedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Note = z.output<typeof Note>;

export const activity = {
  list: route('GET /activity', {
    access: 'activity.read',
    company: 'query.companyId',
    query: {
      companyId: z.optional(Id),
      page: Page,
      per_page: pageSize(50, 200),
      tz: z.optional(TimeZone),
      filter: z.optional(enumList(activityFilters)),
      numbers: z.optional(IdList),
      q: z.optional(z.string().check(z.maxLength(100))),
      startDate: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'A date such as 2026-03-05'))),
      endDate: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'A date such as 2026-03-05'))),
      cursor: z.optional(z.string().check(z.maxLength(400))),
    },
    reply: list(Activity, z.object({ ...PageMeta.shape, isAtLeast: z.optional(z.boolean()), nextCursor: z.nullable(z.string()) })),
    spec: 'CALL-003',
    summary:
      'What happened, newest first. `filter` is a comma list of checkCalls, checkVoicemails, checkMessages, checkNotes, checkFaxes; dates are days in tz. By page, or by cursor at the same cost at any depth. Matches of a search are counted up to 10,000: is_at_least says that there may be more than total',
  }),
};

export const notes = {
  create: route('POST /notes', {
    access: 'notes.write',
    company: 'header',
    body: z.object({ modelType: z.enum(noteModels), modelId: Id, body: text(5_000), clientId: z.optional(z.string().check(z.maxLength(64))) }),
    reply: Note,
    spec: 'CALL-004',
    summary: 'Writes a note; on a conversation or a call it appears in the thread',
  }),
  update: route('PUT /notes/{id}', {
    access: 'notes.write',
    company: 'header',
    params: { id: Id },
    body: z.object({ body: text(5_000) }),
    reply: Note,
    spec: 'CALL-005',
    summary: 'Changes a note: its author stays, its editor is named. Notes of others: who may manage notes',
  }),
  delete: route('DELETE /notes/{id}', {
    access: 'notes.write',
    company: 'header',
    params: { id: Id },
    spec: 'CALL-006',
    summary: 'Deletes a note; it can be restored',
  }),
  restore: route('POST /notes/{id}/restore', {
    access: 'notes.write',
    company: 'header',
    params: { id: Id },
    reply: Note,
    spec: 'ours',
    summary: 'Brings a deleted note back',
  }),
  list: route('GET /notes', {
    access: 'conversations.read',
    company: 'header',
    query: { model_type: z.enum(noteModels), model_id: Id },
    reply: list(Note, z.object({ total: z.number() })),
    spec: 'ours',
    summary: 'Notes of one thing, newest first',
  }),
};

const blocks = {
  access: 'notifications.manage',
  company: 'path.companyId',
  params: { companyId: Id },
  body: z.object({
    numberId: z.optional(Id),
    numberIds: z.optional(z.array(Id).check(z.maxLength(10_000))),
    channelTypes: z.array(z.enum(channelTypes)).check(z.minLength(1)),
  }),
  reply: z.object({ data: z.array(z.object({ numberId: z.number(), channelTypes: z.array(z.enum(channelTypes)) })) }),
} as const;

export const notifications = {
  block: route('POST /companies/{companyId}/notificationBlocks', {
    ...blocks,
    spec: 'CALL-193',
    summary: 'Silences notifications of numbers for this person, by kind',
  }),
  unblock: route('DELETE /companies/{companyId}/notificationBlocks', {
    ...blocks,
    spec: 'CALL-194',
    summary: 'Lets notifications of numbers through again, by kind',
  }),
  blocks: route('GET /companies/{companyId}/notificationBlocks', {
    access: 'conversations.read',
    company: 'path.companyId',
    params: { companyId: Id },
    reply: blocks.reply,
    spec: 'ours',
    summary: 'What this person has silenced',
  }),
  counts: route('GET /notificationCounts', {
    access: 'conversations.read',
    company: 'query.companyId',
    query: { companyId: z.optional(Id) },
    reply: z.object({
      unreadConversations: z.number(),
      unreadItems: z.number(),
      byType: z.object({ calls: z.number(), messages: z.number(), voicemail: z.number(), fax: z.number() }),
    }),
    spec: 'CALL-195',
    summary: 'Unread counts of a company, without muted numbers',
  }),
  countsByNumber: route('GET /notificationCountsByNumber', {
    access: 'conversations.read',
    company: 'query.companyId',
    query: { companyId: z.optional(Id) },
    reply: z.object({ data: UnreadByNumber }),
    spec: 'CALL-196',
    summary: 'Unread counts by number, without muted numbers',
  }),
};
