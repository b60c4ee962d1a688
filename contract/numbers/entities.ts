/** Phone numbers of a company (spec 1.3). */
import * as z from 'zod/mini';
import { Count, createNameSchema, createOptionalTextSchema, createSearchSchema, Flag, Id, id, instant } from '../core/schema.ts';
import { AttributeValue } from '../customFields/entities.ts';
import { Routing } from '../routing/entities.ts';
import { routeTypes } from '../routing/enums.ts';
import { smsStatuses } from '../smsVerification/enums.ts';
import { triggerActions, triggerEvents } from './enums.ts';

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

/** Automatic action of a number on an incoming call, voicemail, message or fax. */
export const NumberTrigger = z.object({
  id: z.number(),
  numberId: z.number(),
  event: z.enum(triggerEvents),
  action: z.enum(triggerActions),
  value: z.nullable(z.string()),
  isEnabled: z.boolean(),
});

export type NumberTrigger = z.output<typeof NumberTrigger>;

/** A number with what its list leaves out, among it its routing (ENT-014), whose `version` grows with each change. `smsVerification` comes with `include=sms-verification`; null: not asked for, or the number is in no registration. */
export const NumberDetail = z.object({
  ...PhoneNumber.shape,
  ...z.omit(Routing, { numberId: true }).shape,
  triggers: z.array(NumberTrigger),
  port: z.nullable(z.object({ id: z.number(), status: z.string() })),
  smsVerification: z.nullable(z.object({ id: z.number(), status: z.enum(smsStatuses), reason: z.nullable(z.string()) })),
});

export type NumberDetail = z.output<typeof NumberDetail>;

/** Filters of the list; a bulk call over "all that match" carries the same. */
export const NumberFilter = z.object({
  q: z.optional(createSearchSchema(100)),
  status: z.optional(z.coerce.number().check(z.multipleOf(1, 'A status is 0, 1 or 2'), z.gte(0), z.lte(2))),
  tagId: z.optional(Id),
});

/** A value of a custom field to be set; without `value` it is emptied. */
export const FieldValue = z.object({ attributeId: Id, value: createOptionalTextSchema(500) });

export const switches = { callTranscriptionEnabled: z.optional(Flag), smsEnabled: z.optional(Flag) };

/** Deactivating is removing, a call of its own. */
export const Status = z.literal([0, 1], { error: 'A number is active (0) or parked (1); removing it is another call' });

/** Numbers of a bulk call, with the count the person was shown: it must be there where all numbers are meant without any filter. */
export const numberChoice = {
  numbers: z.optional(z.array(Id).check(z.maxLength(20_000))),
  all: z.optional(z.literal([true, 1])),
  filter: z.optional(NumberFilter),
  count: z.optional(Count),
};

/** Changes a bulk call makes to every number. */
export const NumberChanges = z.object({
  label: z.optional(createNameSchema(100)),
  status: z.optional(Status),
  ...switches,
  addTags: z.optional(z.array(Id).check(z.maxLength(20))),
  removeTags: z.optional(z.array(Id).check(z.maxLength(20))),
  field: z.optional(FieldValue),
});

/** Data and services lost with the removal of numbers. */
export const RemovalImpact = z.object({
  count: z.number(),
  monthlyCost: z.number(),
  openConversations: z.number(),
  unreadItems: z.number(),
  calls30Days: z.number(),
  waitingMessages: z.number(),
  /** Numbers of the company that forward to one of these. */
  forwardedFrom: z.number(),
  triggers: z.number(),
  /** Moment they leave the carrier; until then they can be restored. */
  releaseAt: z.string(),
  sample: z.array(z.string()),
});

export type RemovalImpact = z.output<typeof RemovalImpact>;
