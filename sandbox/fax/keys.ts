/** The key the fax vendor signs with, made from a secret both sides of a laptop know; an installation is told its public half. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** The fax application of the account. */
export const faxConnectionId = '1293384261075731461';

/** PKCS 8 prefix before the 32 bytes of an Ed25519 key in PKCS 8. */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKey = (secret: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([prefix, createHash('sha256').update(`fax ${secret}`).digest()]), format: 'der', type: 'pkcs8' });

/** The public key as the vendor shows it: 32 bytes in base64. */
export function computePublicKey(secret: string): string {
  const { x = '' } = createPublicKey(privateKey(secret)).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('base64');
}

/** The headers of a webhook with this body, sent at `at` (milliseconds). */
export function signHeaders(secret: string, body: string, at: number): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const signature = sign(null, Buffer.from(`${timestamp}|${body}`, 'utf8'), privateKey(secret)).toString('base64');
  return { 'content-type': 'application/json', 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature };
}
