/** Tokens with which a browser registers at the carrier, by the official SDK. */
import twilio from 'twilio';
import type { Config } from '../config.ts';

/** Seconds a token lives; the browser asks for the next before. */
const tokenSeconds = 3_600;

/** Creates the token of an identity, which may be rung and calls nobody. Null where calls in the app are not set up. */
export function createVoiceToken(
  { carrier, voice }: Pick<Config, 'carrier' | 'voice'>,
  identity: string,
): { readonly token: string; readonly expiresAt: Date } | null {
  if (voice === null) return null;
  const token = new twilio.jwt.AccessToken(carrier.accountSid, voice.apiKeySid, voice.apiKeySecret, { identity, ttl: tokenSeconds });
  token.addGrant(new twilio.jwt.AccessToken.VoiceGrant({ incomingAllow: true }));
  return { token: token.toJwt(), expiresAt: new Date(Date.now() + tokenSeconds * 1_000) };
}
