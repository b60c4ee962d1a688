/** Payloads the carrier posts about messages, as stored: text fields as they came. Every value read from them passes a schema first. */
import * as z from 'zod/mini';
import { E164 } from '#contract/core/schema.ts';
import { isShortCode } from '#contract/text/phone.ts';
import { digits, sid } from '../../carrier/webhooks/fields.ts';

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

/** Returns the addresses of a text's media, at most ten. */
export function listMediaAddresses(payload: Record<string, unknown>, count: number): string[] {
  return Array.from({ length: Math.min(count, 10) }, (_, at) => payload[`MediaUrl${at}`]).filter((address) => typeof address === 'string');
}
