/** Calls over notifications: unread counts, and which numbers a user muted. */

import * as z from 'zod/mini';
import { UnreadByNumber } from '../conversations/entities.ts';
import { route } from '../core/route.ts';
import { Id } from '../core/schema.ts';
import { channelTypes } from './enums.ts';

const blocks = {
  access: 'notifications.manage',
  company: 'path.companyId',
  isPersonal: true,
  params: { companyId: Id },
  body: z.object({
    numberId: z.optional(Id),
    numberIds: z.optional(z.array(Id).check(z.maxLength(10_000))),
    channelTypes: z.array(z.enum(channelTypes)).check(z.minLength(1)),
  }),
  reply: z.object({ data: z.array(z.object({ numberId: z.number(), channelTypes: z.array(z.enum(channelTypes)) })) }),
} as const;

export const routes = {
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
    isPersonal: true,
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
