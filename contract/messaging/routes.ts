/** Sending: messages typed by a person, now, held back or scheduled (spec 2.7 Messaging, 2.3 Message). */
import * as z from 'zod/mini';
import { Item, ScheduledMessage } from '../conversations/entities.ts';
import { limits } from '../core/limits.ts';
import { route } from '../core/route.ts';
import { createListSchema, Id, Instant, OwnKey } from '../core/schema.ts';
import { optOutReviews } from './enums.ts';

/** Text of a message. How long it may be, and that it may be empty, depends on its files: the handler knows. */
const Text = z.optional(z.string());

const fields = {
  conversationId: z.optional(Id),
  /** Starts a conversation: from one of our numbers to anybody. */
  numberId: z.optional(Id),
  recipient: z.optional(z.string().check(z.maxLength(40))),
  message: Text,
  /** The sender's own id: the same id twice is one message. The server makes one where none is sent. */
  clientId: OwnKey,
};

const send = { access: 'messages.send', company: 'header' } as const;

export const routes = {
  send: route('POST /message', {
    ...send,
    body: z.object({ ...fields, holdSeconds: z.optional(z.coerce.number().check(z.gte(0), z.lte(limits.holdSecondsMax))) }),
    multipart: true,
    files: ['media'],
    callsProvider: true,
    reply: Item,
    perMinute: 120,
    spec: 'CALL-191',
    summary:
      'Sends a message with up to ten files in `media`, to a conversation or from a number to a recipient; delayed by holdSeconds, during which it can be canceled',
  }),
  schedule: route('POST /inbox/message/schedule', {
    ...send,
    body: z.object({ ...fields, sendAt: Instant }),
    multipart: true,
    files: ['media'],
    callsProvider: true,
    reply: Item,
    perMinute: 120,
    spec: 'CALL-192',
    summary: 'Schedules a message for later',
  }),
  scheduled: route('GET /inbox/message/schedule', {
    access: 'conversations.read',
    company: 'header',
    reply: createListSchema(ScheduledMessage, z.object({ total: z.number() })),
    spec: 'ours',
    summary: 'Messages waiting for their time, soonest first, each with its conversation',
  }),
  takeBack: route('DELETE /inbox/message/{itemId}', {
    ...send,
    params: { itemId: Id },
    reply: z.object({ message: z.string() }),
    spec: 'ours',
    summary: 'Takes a held or scheduled message back before it is sent and returns its text; 409 when it is on its way',
  }),
  reschedule: route('PUT /inbox/message/{itemId}/schedule', {
    ...send,
    params: { itemId: Id },
    body: z.object({ sendAt: Instant }),
    reply: Item,
    spec: 'ours',
    summary: 'Changes when a scheduled message is sent; 409 when it is on its way',
  }),
  sendNow: route('POST /inbox/message/{itemId}/now', {
    ...send,
    params: { itemId: Id },
    reply: Item,
    spec: 'ours',
    summary: 'Sends a held or scheduled message at once',
  }),
  sendAgain: route('POST /inbox/message/{itemId}/again', {
    ...send,
    params: { itemId: Id },
    body: z.object({ clientId: OwnKey }),
    reply: Item,
    spec: 'ours',
    summary: 'Sends a message again that failed or was not confirmed; only a person decides this',
  }),
  reviewOptOut: route('PUT /inbox/message/{itemId}/opt-out', {
    ...send,
    params: { itemId: Id },
    body: z.object({ review: z.enum(optOutReviews) }),
    reply: Item,
    spec: 'ours',
    summary:
      'Decides about a text that sounds like an opt-out: `confirmed` opts its sender out as STOP does and is final, `dismissed` clears the flag, `open` brings it back',
  }),
};
