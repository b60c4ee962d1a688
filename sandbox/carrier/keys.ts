/** Key of the sandbox's carrier for calls in the browser, derived from its token, so that an installation needs no more secrets. */
import { createHash } from 'node:crypto';

const derive = (secret: string, purpose: string) => createHash('sha256').update(`${purpose} ${secret}`).digest('hex').slice(0, 32);

/** The API key that signs tokens of browsers, and the application that is asked what they dial. */
export const deriveVoiceKey = (authToken: string): { readonly apiKeySid: string; readonly apiKeySecret: string; readonly appSid: string } => ({
  appSid: `AP${derive(authToken, 'voice application')}`,
  apiKeySid: `SK${derive(authToken, 'voice key id')}`,
  apiKeySecret: derive(authToken, 'voice key secret'),
});
