/** Campaigns: one text to a group (spec 1.3), what sending it will do, and what became of it. */
import * as z from 'zod/mini';
import { id, instant } from '../core/schema.ts';
import { smsStatuses } from '../smsVerification/enums.ts';
import { campaignStates, pauseReasons, recipientStates, reviewLines } from './enums.ts';

const count = z.number();

/** A merge field (ENT-120 to ENT-123); `fallback` is ours: what stands where a person has no value. */
const DynamicField = z.object({ label: z.string(), token: z.string(), length: z.number(), enabled: z.boolean(), fallback: z.string() });

/** A file of a campaign (ENT-115 to ENT-117). */
export const CampaignMedia = z.object({ name: z.string(), previewUrl: z.string() });
export type CampaignMedia = z.output<typeof CampaignMedia>;

const Group = z.object({ id, name: z.string() });

/**
 * A campaign (ENT-093 to ENT-119). `sent`: texts the carrier took. `creditCost`: segments by their price, so far (AMB-114). `started`: when the first text went out.
 * Ours: `groups` where `include=groups` asks for them; `heldUntil`, while a person can still take it back; `firstPercent`, until a sample of the group is over;
 * `counts`, whose sum is `total` — everybody in exactly one.
 */
export const Campaign = z.object({
  id,
  userId: z.nullable(id),
  companyId: id,
  type: z.literal('sms'),
  title: z.string(),
  message: z.string(),
  unsubscribeMessage: z.string(),
  sendToGroupId: z.nullable(id),
  deliverAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: z.nullable(instant),
  status: z.enum(campaignStates),
  sent: count,
  delivered: count,
  undelivered: count,
  responded: count,
  unsubscribed: count,
  numberId: z.nullable(id),
  sendToContactsCount: count,
  creditCost: z.number(),
  started: z.nullable(instant),
  media: z.array(CampaignMedia),
  fields: z.array(DynamicField),
  skipInbox: z.boolean(),
  group: z.nullable(Group),
  groups: z.optional(z.array(Group)),
  heldUntil: z.nullable(instant),
  firstPercent: z.nullable(z.number()),
  pausedReason: z.nullable(z.enum(pauseReasons)),
  /** The reason in words, where there is more to say. */
  pausedNote: z.nullable(z.string()),
  /** Grows with each change a person makes: an edit that names an older one is refused. */
  version: z.number(),
  counts: z.object({
    total: count,
    waiting: count,
    held: count,
    sending: count,
    sent: count,
    delivered: count,
    undelivered: count,
    failed: count,
    skipped: count,
    canceled: count,
    unknown: count,
  }),
});
export type Campaign = z.output<typeof Campaign>;

/**
 * Outcome of sending a campaign, before it is sent. The counts of its lines add up to `total`, the contacts of the group. `digest` stands for text, files, number and group as they
 * are now: sending with it is refused once one of them changed.
 */
export const CampaignReview = z.object({
  digest: z.string(),
  version: z.number(),
  total: count,
  lines: z.array(z.object({ kind: z.enum(reviewLines), count })),
  /** Texts by the hour they go out in, those of `now` first. */
  hours: z.array(z.object({ at: instant, count })),
  /** Segments of the shortest and of the longest text. */
  segments: z.object({ min: count, max: count, total: count }),
  /** US dollars: at least, at most. */
  cost: z.object({ min: z.number(), max: z.number() }),
  /** The longest text anybody gets; `offenders` are the characters that make it take more segments. */
  longest: z.nullable(z.object({ text: z.string(), segments: count, offenders: z.array(z.string()), contact: Group })),
  /** Merge fields of the text that some people have no value for, and how many; `fallback` is what they get. */
  empty: z.array(z.object({ token: z.string(), count, fallback: z.string() })),
  /** Why the number can't send; null when it can. */
  numberFault: z.nullable(z.string()),
  /** Status of the number's registration for texting; null for one in no registration. Carriers may block what an unregistered number sends. */
  registration: z.nullable(z.enum(smsStatuses)),
  /** The first link of the text, where links are off for the company. */
  link: z.nullable(z.string()),
  /** Seconds the sending takes at the number's rate, without the hours people wait for. */
  seconds: z.number(),
});
export type CampaignReview = z.output<typeof CampaignReview>;

/** Somebody of the group, as the review counts them. `sendsAt`: null for at once, and for whoever gets nothing. */
export const CampaignReviewRow = z.object({
  id,
  contact: Group,
  number: z.string(),
  line: z.enum(reviewLines),
  text: z.string(),
  segments: count,
  sendsAt: z.nullable(instant),
});
export type CampaignReviewRow = z.output<typeof CampaignReviewRow>;

/** A recipient of a campaign and what became of their text (ENT-137, AMB-113). */
export const CampaignEvent = z.object({
  id,
  /** Null once the contact is gone. */
  contact: z.nullable(Group),
  number: z.string(),
  state: z.enum(recipientStates),
  /** Why it was skipped, failed, is held or not confirmed, in words. */
  reason: z.nullable(z.string()),
  errorCode: z.nullable(z.string()),
  attempts: count,
  at: instant,
  repliedAt: z.nullable(instant),
  unsubscribedAt: z.nullable(instant),
  conversationId: z.nullable(id),
});
export type CampaignEvent = z.output<typeof CampaignEvent>;
