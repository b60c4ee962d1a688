/** Entities that several areas speak of (spec 1.3, 2.3). In-app names as printed; the wire spells them in snake_case (AMB-80). */
import * as z from 'zod/mini';
import { callResults, deliveryStates, faxPagesStates, inAppCallingStatuses, itemTypes, optOutReviews, routeTypes } from './enums.ts';
import { roles } from './permissions.ts';

const id = z.number();
const instant = z.string();

/** A value of a custom field (spec: eavAttributeValues). */
export const AttributeValue = z.object({ attributeId: id, name: z.string(), value: z.nullable(z.string()) });

/** A company as lists and the switcher need it. `unreadCount` counts unread conversations the caller may read. */
export const CompanySlim = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  timezone: z.string(),
  accent: z.string(),
  organizationId: z.nullable(id),
  organizationName: z.nullable(z.string()),
  actAs: z.enum(roles),
  unreadCount: z.number(),
  /** Whether texts may have links. */
  linksEnabled: z.boolean(),
  /** Whether its owners and administrators still have to set it up. */
  isOnboardingRequired: z.boolean(),
  /** Whether it waits for the operator, who has to approve it before it spends anything. */
  awaitsApproval: z.boolean(),
});
export type CompanySlim = z.output<typeof CompanySlim>;

/** A company (spec 2.3). `accent` is `#rrggbb`, its colour in the app. */
export const Company = z.object({
  ...CompanySlim.shape,
  eavAttributeValues: z.array(AttributeValue),
  /** The caller’s own status; kept for calls in the app, which are not built: nothing rings by it yet. */
  inAppCallingStatus: z.enum(inAppCallingStatuses),
  branding: z.object({ accent: z.string(), logoUrl: z.nullable(z.string()) }),
  defaultAreaCode: z.nullable(z.string()),
  createdAt: instant,
});
export type Company = z.output<typeof Company>;

/** A person of a company (spec 2.3 User). */
export const CompanyUser = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  numbers: z.array(id),
  /** Ours: the user’s own phones, E.164. */
  phones: z.array(z.string()),
  eavAttributeValues: z.array(AttributeValue),
});
export type CompanyUser = z.output<typeof CompanyUser>;

/** Who did something, as lists show it. */
export const Actor = z.object({ id, name: z.string() });

/** A contact (spec 1.3). */
export const Contact = z.object({
  id,
  name: z.string(),
  number: z.string(),
  companyName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  address1: z.nullable(z.string()),
  address2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  zip: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
  optinType: z.string(),
  optinSource: z.nullable(z.string()),
  addedAt: instant,
  isInvalid: z.boolean(),
  isUnsubscribed: z.boolean(),
  groups: z.array(z.object({ id, name: z.string() })),
  labels: z.array(z.object({ id, label: z.string() })),
  custom: z.object({ country: z.nullable(z.string()), title: z.nullable(z.string()) }),
});
export type Contact = z.output<typeof Contact>;

/** A file that hangs on an item. `url` is signed, bound to the company, and expires; it answers ranges. */
export const Media = z.object({ id, name: z.string(), contentType: z.string(), bytes: z.number(), url: z.string() });
export type Media = z.output<typeof Media>;

/** What a call item holds: result, steps with seconds since the start, duration in seconds, recording. */
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
export const MessageDetails = z.object({
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
export const VoicemailDetails = z.object({
  kind: z.literal('voicemail'),
  callId: z.nullable(id),
  duration: z.number(),
  transcript: z.nullable(z.string()),
  recording: z.nullable(Media),
});
/** A fax: its document, and its pages as pictures in their order. `pagesState`: how far they are drawn; `unreadable` where they cannot be. */
export const FaxDetails = z.object({
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
export const NoteDetails = z.object({ kind: z.literal('note'), noteId: id, body: z.string(), editedAt: z.nullable(instant), editor: z.nullable(Actor) });

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
export type ItemDetails = Item['details'];

/** The newest item as a list shows it: a line of text and what is needed for its icon. */
export const LatestItem = z.object({
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

/** A phone number of a company (spec 1.3), as lists show it. */
export const PhoneNumber = z.object({
  id,
  label: z.string(),
  number: z.string(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  category: z.number(),
  providerId: z.number(),
  type: z.number(),
  lineType: z.number(),
  callTranscriptionEnabled: z.boolean(),
  smsEnabled: z.boolean(),
  routingType: z.enum(routeTypes),
  forwardNumber: z.nullable(z.string()),
  hoursLabel: z.string(),
  unreadMessagesCount: z.number(),
  calls30Days: z.number(),
  tags: z.array(z.object({ id, name: z.string() })),
  eavAttributeValues: z.array(AttributeValue),
  /** With its letters, where it was bought for them. */
  vanity: z.nullable(z.string()),
  /** US dollars. */
  monthlyCost: z.number(),
  createdAt: instant,
});
export type PhoneNumber = z.output<typeof PhoneNumber>;

/** Work on many rows (spec 1.3 Batch update): `progress` 0 to 100; `done`, `skipped` and `failed` count rows. */
export const Batch = z.object({
  batchId: z.string(),
  companyId: id,
  type: z.string(),
  batch: z.nullable(
    z.object({
      id: z.string(),
      progress: z.number(),
      finishedAt: z.nullable(instant),
      total: z.number(),
      done: z.number(),
      skipped: z.number(),
      failed: z.number(),
    }),
  ),
});
export type Batch = z.output<typeof Batch>;
/** Every call that answers with a batch spells it alike, as the specification prints it (CALL-030, RULE-275). */
export const batchReply = { reply: Batch, printed: ['finishedAt'] } as const;
