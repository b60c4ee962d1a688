/** Payloads the carrier posts, as stored: text fields as they came. Every value read from them passes a schema first. */

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { E164 } from '#contract/core/schema.ts';
import { isShortCode } from '#contract/text/phone.ts';

/** A stored webhook as it is applied. */
export interface StoredWebhook {
  readonly id: number;
  readonly kind: string;
  readonly payload: Record<string, unknown>;
  readonly receivedAt: Date;
}

const sid = z.string().check(z.regex(/^[A-Z]{2}[0-9a-zA-Z]{16,64}$/));

const digits = z.coerce.number().check(z.gte(0), z.lte(1_000_000));

/** A text that came in. `Media…` fields stand beside, numbered from 0. */
export const IncomingMessage = z.object({
  MessageSid: sid,
  /** The sender's number, or a short code. */
  From: z.union([E164, z.string().check(z.refine(isShortCode))]),
  To: E164,
  Body: z._default(z.string().check(z.maxLength(10_000)), ''),
  NumMedia: z._default(digits, 0),
});

export type IncomingMessage = z.output<typeof IncomingMessage>;

/** Delivery status of a text of ours; `token` names the attempt. */
export const MessageStatus = z.object({
  token: z.string(),
  MessageSid: sid,
  MessageStatus: z.string().check(z.maxLength(20)),
  ErrorCode: z.optional(z.string().check(z.maxLength(10))),
});

export type MessageStatus = z.output<typeof MessageStatus>;

const place = z._default(z.coerce.number().check(z.multipleOf(1), z.gte(0), z.lte(1_000)), 0);

const word = z.optional(z.string().check(z.maxLength(40)));

/** A call at some moment: ringing, a key pressed, dialled on, over. `turn`, `round` and `phone` are ours, from the address we gave. */
export const CallEvent = z.object({
  CallSid: sid,
  From: z.string().check(z.maxLength(40)),
  To: E164,
  CallStatus: z.optional(z.string().check(z.maxLength(20))),
  CallDuration: z.optional(digits),
  Digits: word,
  DialCallStatus: z.optional(z.string().check(z.maxLength(20))),
  DialCallDuration: z.optional(digits),
  DialBridged: word,
  RecordingDuration: z.optional(digits),
  /** Lets calls that forward this one show its caller. */
  CallToken: z.optional(z.string().check(z.maxLength(8_000))),
  QueueSid: z.optional(sid),
  QueueResult: word,
  turn: place,
  round: place,
});

export type CallEvent = z.output<typeof CallEvent>;

/** A recording that is ready. The carrier says neither who called nor whom: the token of the address we gave does. */
export const RecordingEvent = z.object({
  token: z.string(),
  of: z.enum(['call', 'voicemail']),
  RecordingSid: sid,
  RecordingUrl: z.string().check(z.maxLength(1_000)),
  RecordingDuration: z._default(digits, 0),
});

export type RecordingEvent = z.output<typeof RecordingEvent>;

/** A phone of ours that rings for a caller, by the callback that names its call. */
export const PhoneEvent = z.object({
  token: z.string(),
  CallSid: z.optional(sid),
  To: z.string().check(z.maxLength(40)),
  CallStatus: z.optional(z.string().check(z.maxLength(20))),
  CallDuration: z.optional(digits),
  Digits: word,
  round: place,
  phone: word,
});

export type PhoneEvent = z.output<typeof PhoneEvent>;

/** Returns the addresses of a text's media, at most ten. */
export function listMediaAddresses(payload: Record<string, unknown>, count: number): string[] {
  return Array.from({ length: Math.min(count, 10) }, (_, at) => payload[`MediaUrl${at}`]).filter((address) => typeof address === 'string');
}

/** Event of a port-in request. It only triggers a poll: the status itself is requested from the carrier. */
export const PortEvent = z.object({ port_in_request_sid: z.string().check(z.regex(/^KW[0-9a-fA-F]{32}$/)) });

export type PortEvent = z.output<typeof PortEvent>;

export const webhookKinds = [
  'message.incoming',
  'message.status',
  'call.incoming',
  'call.keys',
  'call.dialed',
  'call.waiting',
  'call.dequeued',
  'call.led',
  'call.recorded',
  'call.recording',
  'call.status',
  'call.phone',
  'call.screen',
  'call.accepted',
  'port.told',
  'fax.told',
] as const;

export type WebhookKind = (typeof webhookKinds)[number];

const Event = z.object({ data: z.object({ id: z.string().check(z.maxLength(80)) }) });

/** The event's own id; else what it says. */
const eventId = (payload: Record<string, unknown>): string =>
  Event.safeParse(payload).data?.data.id ?? createHash('sha256').update(JSON.stringify(payload)).digest('hex');

/** The key under which a second copy of a webhook is known as one. */
export function computeDedupeKey(kind: WebhookKind, payload: Record<string, unknown>): string {
  if (kind === 'fax.told') return `${kind}:${eventId(payload)}`;
  // It names no event of its own: what is told twice in the same words is one.
  if (kind === 'port.told') return `${kind}:${createHash('sha256').update(JSON.stringify(payload)).digest('hex')}`;
  const part = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '');
  const sids = `${part('MessageSid')}${part('CallSid')}`.slice(0, 140);
  const place = `${part('turn')}${part('round')}`.slice(0, 10);
  return [kind, sids, place, part('MessageStatus') || part('CallStatus'), part('RecordingSid'), part('token').slice(-24)].join(':').slice(0, 400);
}
