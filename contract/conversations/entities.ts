/** Conversations and their items (spec 1.3). In-app names as printed; the wire spells them in snake_case (AMB-80). */
import * as z from 'zod/mini';
import { callResults } from '../calls/enums.ts';
import { Actor, Media } from '../core/entities.ts';
import { createEnumListSchema, createSearchSchema, Flag, IdList, id, instant } from '../core/schema.ts';
import { faxPagesStates } from '../faxes/enums.ts';
import { deliveryStates, optOutReviews } from '../messaging/enums.ts';
import { conversationKinds, itemTypes } from './enums.ts';

/** Details of a call item: result, steps with seconds since the start, duration in seconds, recording. */
export const CallDetails = z.object({
  kind: z.literal('call'),
  callId: id,
  result: z.enum(callResults),
  duration: z.number(),
  ringSeconds: z.number(),
  answeredBy: z.nullable(z.string()),
  isLead: z.boolean(),
  isAppointment: z.boolean(),
  steps: z.array(z.object({ step: z.string(), at: z.number(), detail: z.nullable(z.string()) })),
  recording: z.nullable(Media),
});

/** A text message. `deliveryState` and `errorCode` as in spec 2.3; `sendAt` while it is held or scheduled. */
const MessageDetails = z.object({
  kind: z.literal('message'),
  message: z.string(),
  media: z.array(Media),
  deliveryState: z.enum(deliveryStates),
  errorCode: z.nullable(z.string()),
  errorText: z.nullable(z.string()),
  segments: z.number(),
  sendAt: z.nullable(instant),
  /** Ours: an incoming text that sounds like an opt-out but is no keyword: a user confirms or dismisses it. Null for any other. */
  optOutReview: z.nullable(z.enum(optOutReviews)),
});

/** A voicemail: its words and its recording, `duration` in seconds. */
const VoicemailDetails = z.object({
  kind: z.literal('voicemail'),
  callId: z.nullable(id),
  duration: z.number(),
  transcript: z.nullable(z.string()),
  recording: z.nullable(Media),
});

/** A fax: its document, and its pages as pictures in their order. `pagesState`: how far they are drawn; `unreadable` where they cannot be. */
const FaxDetails = z.object({
  kind: z.literal('fax'),
  pages: z.number(),
  deliveryState: z.enum(deliveryStates),
  errorCode: z.nullable(z.string()),
  errorText: z.nullable(z.string()),
  pagesState: z.enum(faxPagesStates),
  document: z.nullable(Media),
  media: z.array(Media),
});

/** An internal note; nobody outside sees it. */
const NoteDetails = z.object({ kind: z.literal('note'), noteId: id, body: z.string(), editedAt: z.nullable(instant), editor: z.nullable(Actor) });

/** One thing in a thread. `seq` grows with every item of a company; `clientId` is the sender's own id, which makes a send idempotent. */
export const Item = z.object({
  id,
  conversationId: id,
  type: z.enum(itemTypes),
  isInbound: z.boolean(),
  isRead: z.boolean(),
  createdAt: instant,
  clientId: z.nullable(z.string()),
  actor: z.nullable(Actor),
  details: z.discriminatedUnion('kind', [CallDetails, MessageDetails, VoicemailDetails, FaxDetails, NoteDetails]),
});
export type Item = z.output<typeof Item>;

/** The newest item as a list shows it: a line of text and what is needed for its icon. */
const LatestItem = z.object({
  id,
  isInbound: z.boolean(),
  createdAt: instant,
  type: z.enum(itemTypes),
  details: z.object({
    text: z.string(),
    result: z.nullable(z.enum(callResults)),
    deliveryState: z.nullable(z.enum(deliveryStates)),
    duration: z.nullable(z.number()),
    actorName: z.nullable(z.string()),
    /** Last editor of a note; null when never edited. */
    editorName: z.nullable(z.string()),
  }),
});

/** A conversation between one of our numbers and one outside (spec 1.3). `conversationId` repeats `id` (AMB-43). */
export const Conversation = z.object({
  id,
  conversationId: id,
  lastActivityAt: instant,
  recipient: z.string(),
  number: z.object({ id, label: z.string(), number: z.string(), isSmsEnabled: z.boolean(), isCallTranscriptionEnabled: z.boolean() }),
  contact: z.nullable(z.object({ id, name: z.string(), subscribed: z.boolean() })),
  latestItem: z.nullable(LatestItem),
  numUnreadItems: z.number(),
  isArchived: z.boolean(),
  isBlocked: z.boolean(),
  isLead: z.boolean(),
  isAppointment: z.boolean(),
  /** Ours: whoever it is with opted out of the company's texts, contact or not. */
  isOptedOut: z.boolean(),
  /** Ours: a text in it sounds like an opt-out, and no user has decided about it yet. */
  hasOptOutReview: z.boolean(),
});
export type Conversation = z.output<typeof Conversation>;

/** An item that a search found, with its conversation. `snippet` is the text around the first match; `matches` are the places in it, from one letter to before another. */
export const ItemHit = z.object({
  id,
  type: z.enum(itemTypes),
  isInbound: z.boolean(),
  createdAt: instant,
  actorName: z.nullable(z.string()),
  result: z.nullable(z.enum(callResults)),
  deliveryState: z.nullable(z.enum(deliveryStates)),
  snippet: z.string(),
  matches: z.array(z.object({ from: z.number(), to: z.number() })),
  conversation: Conversation,
});
export type ItemHit = z.output<typeof ItemHit>;

/** A message that waits for its time, with its conversation. */
export const ScheduledMessage = z.object({ ...Item.shape, conversation: Conversation });
export type ScheduledMessage = z.output<typeof ScheduledMessage>;

/** Somebody who can be written to, by name or only by number; `reason` says why not. */
export const Recipient = z.object({
  number: z.string(),
  name: z.nullable(z.string()),
  /** The number as people read it. */
  shown: z.string(),
  reason: z.nullable(z.string()),
  isBlocked: z.boolean(),
});
export type Recipient = z.output<typeof Recipient>;

/** A number of ours; `use`: it was last used with them, or by the person with anybody. `reason` says why it cannot text. */
export const Sender = z.object({
  id: z.number(),
  label: z.string(),
  number: z.string(),
  reason: z.nullable(z.string()),
  use: z.nullable(z.enum(['theirs', 'yours'])),
});
export type Sender = z.output<typeof Sender>;

/** State of the contact of a conversation: opt-in, opt-out, blocked, texting hours. */
export const Standing = z.object({
  name: z.string(),
  /** They wrote or called before: what is sent is a reply. */
  wroteFirst: z.boolean(),
  optIn: z.nullable(z.object({ type: z.string(), source: z.nullable(z.string()), at: z.string() })),
  isOptedOut: z.boolean(),
  isBlocked: z.boolean(),
  /** A first text sent now waits until then; null when it goes out at once. */
  waitsUntil: z.nullable(z.string()),
  /** Reason for the wait: the recipient's hours, or the number of texts sent to them in the last day. */
  waitsFor: z.nullable(z.enum(['hours', 'count'])),
  /** The zone whose clock says so. */
  zone: z.nullable(z.string()),
});
export type Standing = z.output<typeof Standing>;

/** Unread conversations and items, by number. */
export const UnreadByNumber = z.array(z.object({ numberId: z.number(), conversations: z.number(), items: z.number() }));

/** Filters of the inbox; a bulk action over "all that match" carries the same, with the count the user was shown. */
export const ConversationFilter = z.object({
  isArchived: z.optional(Flag),
  isUnread: z.optional(Flag),
  numberIds: z.optional(IdList),
  types: z.optional(createEnumListSchema(conversationKinds)),
  q: z.optional(createSearchSchema(100)),
});
