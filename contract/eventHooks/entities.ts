/** Webhooks that a company is told events by, the log of deliveries, and what is sent. */
import * as z from 'zod/mini';
import { Call } from '../calls/entities.ts';
import { Campaign } from '../campaigns/entities.ts';
import { Item } from '../conversations/entities.ts';
import { id, instant } from '../core/schema.ts';
import { hookDeliveryStates, hookEvents, type SentEvent, sentEvents } from './enums.ts';

/** A webhook. Its signing secret is read back once, from `create` and `rotateSecret`. */
export const EventHook = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(hookEvents)),
  isActive: z.boolean(),
  /** Words of the last failure since a delivery arrived, or why it was turned off; null without one. */
  problem: z.nullable(z.string()),
  /** Time of the first failure since a delivery arrived; null while all is well. */
  failingSince: z.nullable(instant),
  lastDeliveredAt: z.nullable(instant),
  /** Deliveries of the log by state. */
  deliveries: z.object({ waiting: z.number(), delivered: z.number(), failed: z.number() }),
  createdAt: instant,
  updatedAt: instant,
});
export type EventHook = z.output<typeof EventHook>;

/** The same with its secret, shown this once: `whsec_` and the key in base64. */
export const EventHookWithSecret = z.object({ ...EventHook.shape, secret: z.string() });
export type EventHookWithSecret = z.output<typeof EventHookWithSecret>;

/** A delivery of an event. `messageId` is the `webhook-id`, the same at each attempt. `status`: of the last answer; null where none came, and `reason` says why. */
export const HookDelivery = z.object({
  id,
  messageId: z.string(),
  event: z.enum(sentEvents),
  state: z.enum(hookDeliveryStates),
  callId: z.nullable(id),
  itemId: z.nullable(id),
  campaignId: z.nullable(id),
  attempts: z.number(),
  status: z.nullable(z.number()),
  /** The first characters of the last answer. */
  answer: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  durationMs: z.nullable(z.number()),
  occurredAt: instant,
  attemptedAt: z.nullable(instant),
  /** Time of the next attempt; null where there is none. */
  dueAt: z.nullable(instant),
});
export type HookDelivery = z.output<typeof HookDelivery>;

const createPayload = <const T extends SentEvent, D extends z.ZodMiniType>(type: T, data: D) =>
  z.object({ type: z.literal(type), timestamp: instant, companyId: id, data });

/** Bodies that are posted, by event: the row as the API shows it. `timestamp`: when it happened. */
export const hookPayloads = {
  'call.ended': createPayload('call.ended', Call),
  'call.missed': createPayload('call.missed', Call),
  'voicemail.created': createPayload('voicemail.created', Item),
  'message.received': createPayload('message.received', Item),
  'message.sent': createPayload('message.sent', Item),
  'lead.marked': createPayload('lead.marked', Call),
  'campaign.finished': createPayload('campaign.finished', Campaign),
  'webhook.test': createPayload('webhook.test', z.object({ message: z.string() })),
} as const satisfies Readonly<Record<SentEvent, z.ZodMiniType>>;
