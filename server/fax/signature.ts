/** The vendor's signature: Ed25519 over the timestamp, a bar and the body. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { SignedWebhook } from './fax.ts';

/** Seconds by which a webhook may lie behind or before our clock; an older one is a replay. */
const toleranceSeconds = 300;

/** The public key from its 32 bytes in base64. */
export const readPublicKey = (base64: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base64, 'base64').toString('base64url') }, format: 'jwk' });

/** Checks whether the key's owner signed a webhook, lately; `now` in milliseconds. */
export function isSignedBy(key: KeyObject, { body, signature, timestamp }: SignedWebhook, now: number): boolean {
  if (!/^\d{9,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) return false;
  const bytes = Buffer.from(signature, 'base64');
  return bytes.length === 64 && verify(null, Buffer.from(`${timestamp}|${body}`, 'utf8'), key, bytes);
}
