/** Integrations of a company, and the conversions that go to them (spec 2.3, 2.7; AMB-127). */
import * as z from 'zod/mini';
import { id, instant } from '../core/schema.ts';
import { conversionKinds, conversionStates, parameterFields } from './enums.ts';

const EventParameterReply = z.object({ name: z.string(), field: z.enum(parameterFields) });

/** Conversions of an integration by state. */
const ConversionCounts = z.object({
  waiting: z.number(),
  accepted: z.number(),
  refused: z.number(),
  unknown: z.number(),
  withdrawn: z.number(),
});

/** A stream of Google Analytics that events are sent to. The API secret is never read back. */
export const Ga4Integration = z.object({
  id,
  /** `G-…`. */
  measurementId: z.string(),
  hasApiSecret: z.boolean(),
  events: z.array(z.enum(conversionKinds)),
  parameters: z.array(EventParameterReply),
  isActive: z.boolean(),
  conversions: ConversionCounts,
  /** Words of the last refusal since an event was accepted; null without one. */
  problem: z.nullable(z.string()),
  /** Last time an event was accepted. */
  lastSentAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
});
export type Ga4Integration = z.output<typeof Ga4Integration>;

/** Answer of Google's validation server about a test event. `messages`: its objections, none where `isValid`. */
export const Ga4Test = z.object({ isValid: z.boolean(), messages: z.array(z.string()), eventName: z.string(), sentAt: z.nullable(instant) });
export type Ga4Test = z.output<typeof Ga4Test>;

/** Conversions of the last `days`, had the settings been these: of each kind, and how many of them with the visitor's own client id. */
export const ConversionForecast = z.object({
  days: z.number(),
  data: z.array(z.object({ kind: z.enum(conversionKinds), count: z.number(), matched: z.number() })),
});
export type ConversionForecast = z.output<typeof ConversionForecast>;

/**
 * One thing that counts, at one integration, with its state. `state` null: nothing was recorded, and `reason` says why. `isMatched`: it carries the visitor's own
 * client id; null until it is sent.
 */
const CallConversion = z.object({
  integrationId: id,
  integrationName: z.string(),
  kind: z.enum(conversionKinds),
  state: z.nullable(z.enum(conversionStates)),
  reason: z.nullable(z.string()),
  isMatched: z.nullable(z.boolean()),
  /** When it leaves; null unless it waits. */
  dueAt: z.nullable(instant),
  sentAt: z.nullable(instant),
});
export type CallConversion = z.output<typeof CallConversion>;

/** The conversions of a call, explained. `hasVisitor`: its website visitor is known; `hasClientId`: with the id Google Analytics gave them. */
export const CallConversions = z.object({
  callId: id,
  hasVisitor: z.boolean(),
  hasClientId: z.boolean(),
  data: z.array(CallConversion),
});
export type CallConversions = z.output<typeof CallConversions>;
