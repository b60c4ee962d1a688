/** Signs and seals with keys derived from the installation's secret, one per purpose, so that a value of one kind never passes as another. */
import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Sealer {
  /** Signed text a client may hold and hand back: cursors, file links. Expires at `expiresAt` (ms since epoch) when given. */
  sign(purpose: string, value: unknown, expiresAt?: number): string;
  /** The value of a signed text; null when it was altered, belongs to another purpose or has expired. */
  verify(purpose: string, signed: string): unknown;
  /** Encrypts a secret for the database (AES-256-GCM). */
  seal(purpose: string, plain: string): string;
  open(purpose: string, sealed: string): string | null;
  /** SHA-256 in hex, for looking up secrets we do not keep. */
  hash(secret: string): string;
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** 128 bits of the signature are sent: enough against forgery, short in an address. */
const signatureBytes = 16;

interface Envelope {
  readonly v: unknown;
  readonly e?: number;
}

const isEnvelope = (value: unknown): value is Envelope => typeof value === 'object' && value !== null && 'v' in value;

function readEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return isEnvelope(value) ? value : null;
  } catch {
    return null;
  }
}

/** Makes the sealer of an installation; `secret` is at least 32 bytes. */
export function createSealer(secret: Uint8Array): Sealer {
  if (secret.length < keyBytes) throw new Error('The secret of the installation (KEYLINE_SECRET) has at least 32 bytes');
  const keys = new Map<string, Buffer>();
  const keyOf = (use: string) => {
    const known = keys.get(use);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', secret, 'keyline', use, keyBytes));
    keys.set(use, key);
    return key;
  };
  const signature = (purpose: string, payload: string) =>
    createHmac('sha256', keyOf(`sign:${purpose}`))
      .update(payload)
      .digest()
      .subarray(0, signatureBytes);

  return {
    sign(purpose, value, expiresAt) {
      const payload = Buffer.from(JSON.stringify(expiresAt === undefined ? { v: value } : { v: value, e: expiresAt })).toString('base64url');
      return `${payload}.${signature(purpose, payload).toString('base64url')}`;
    },
    verify(purpose, signed) {
      const [payload, given, ...rest] = signed.split('.');
      if (payload === undefined || given === undefined || rest.length > 0) return null;
      const bytes = Buffer.from(given, 'base64url');
      // Letters that base64url skips would make many spellings of one token.
      if (bytes.toString('base64url') !== given) return null;
      if (bytes.length !== signatureBytes || !timingSafeEqual(bytes, signature(purpose, payload))) return null;
      const envelope = readEnvelope(payload);
      if (!envelope || (envelope.e !== undefined && envelope.e <= Date.now())) return null;
      return envelope.v;
    },
    seal(purpose, plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', keyOf(`seal:${purpose}`), nonce);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(purpose, sealed) {
      try {
        const bytes = Buffer.from(sealed, 'base64url');
        const decipher = createDecipheriv('aes-256-gcm', keyOf(`seal:${purpose}`), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
    hash: (value) => hash('sha256', value),
  };
}
