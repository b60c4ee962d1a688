/** Signing secrets, and signatures in the manner of Standard Webhooks: HMAC-SHA256 of id, timestamp and body. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Services } from '../../services.ts';

const prefix = 'whsec_';
const secretBytes = 32;
const getPurpose = (company: number) => `event hook of company ${company}`;

/** Makes a secret as a person copies it: `whsec_` and the key in base64. */
export const createSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`;

/** Seals a secret for the database: for its company alone, so that one moved to another company's row opens nothing. */
export const sealSecret = ({ sealer }: Pick<Services, 'sealer'>, company: number, secret: string): string => sealer.seal(getPurpose(company), secret);

/** Opens a sealed secret; null where it was sealed for another company, or under another KEYLINE_SECRET. */
export const openSecret = ({ sealer }: Pick<Services, 'sealer'>, company: number, sealed: string): string | null => sealer.open(getPurpose(company), sealed);

/** Signs a message; `secrets` sign beside each other while one is being replaced. Returns the headers to send. */
export function signMessage(secrets: readonly string[], messageId: string, at: Date, body: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${messageId}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
