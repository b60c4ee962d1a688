/** Secrets we make, and how we compare and keep them. */
import { createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Services } from '../../services.ts';

/** A random secret of 256 bits, safe in cookies, headers and links. */
export const createSecret = () => randomBytes(32).toString('base64url');

/** A random id of 128 bits (22 characters). */
export const createRandomId = () => randomBytes(16).toString('base64url');

/** Six random digits. */
export const createSixDigits = () => randomInt(1_000_000).toString().padStart(6, '0');

const keys = new WeakMap<Uint8Array, Map<string, Uint8Array>>();

function keyFor(secret: Uint8Array, purpose: string): Uint8Array {
  const known = keys.get(secret) ?? new Map<string, Uint8Array>();
  keys.set(secret, known);
  const key = known.get(purpose) ?? new Uint8Array(hkdfSync('sha256', secret, '', `keyline/auth/${purpose}`, 32));
  known.set(purpose, key);
  return key;
}

/**
 * HMAC of a text under the installation's secret, one key per purpose. For what is too short to be kept by a plain hash (codes), and for
 * proving that a token was once made here.
 */
export function computeKeyedHash(services: Pick<Services, 'config'>, purpose: string, text: string): string {
  return createHmac('sha256', keyFor(services.config.secret, purpose)).update(text).digest('base64url');
}

/** Compares two texts in constant time. */
export function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
