/** Keys of the sandbox’s card vendor, derived from the carrier’s token, so that an installation needs no more secrets. */
import { createHash } from 'node:crypto';

const derive = (secret: string, purpose: string) => createHash('sha256').update(`${purpose} ${secret}`).digest('hex').slice(0, 40);
export const deriveCardApiKey = (secret: string) => `sk_test_${derive(secret, 'card api key')}`;
export const deriveCardWebhookSecret = (secret: string) => `whsec_${derive(secret, 'card webhooks')}`;
