/** Payloads the carrier posts about calls, as stored: text fields as they came. Every value read from them passes a schema first. */
import * as z from 'zod/mini';
import { E164 } from '#contract/core/schema.ts';
import { digits, sid } from '../../carrier/webhooks/fields.ts';

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

/** Kinds of webhooks that are answered with a call's instructions, and the address of each below `/webhooks/carrier/calls/`. Kinds are stored: never changed. */
export const callPaths = {
  'call.incoming': 'incoming',
  'call.keys': 'keys',
  'call.dialed': 'dialed',
  'call.waiting': 'waiting',
  'call.dequeued': 'dequeued',
  'call.led': 'led',
  'call.recorded': 'recorded',
  'call.status': 'status',
  'call.phone': 'phone/:token',
  'call.screen': 'screen/:token',
  'call.accepted': 'accepted/:token',
} as const;

export type CallWebhookKind = keyof typeof callPaths;
