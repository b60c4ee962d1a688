/** Tokens with which a browser registers at the carrier, by the official SDK. */
import twilio from 'twilio';
import type { Config } from '../config.ts';

/** Seconds a token lives; the browser asks for the next before. */
const tokenSeconds = 3_600;
/** Seconds the token of one call lives; a call that takes longer goes on with the browser's own. */
const callTokenSeconds = 300;

interface VoiceToken {
  readonly token: string;
  readonly expiresAt: Date;
}

type VoiceConfig = Pick<Config, 'carrier' | 'voice'>;
type VoiceGrant = ConstructorParameters<typeof twilio.jwt.AccessToken.VoiceGrant>[0];

function createToken({ carrier }: VoiceConfig, voice: NonNullable<Config['voice']>, identity: string, ttl: number, grant: VoiceGrant): VoiceToken {
  const token = new twilio.jwt.AccessToken(carrier.accountSid, voice.apiKeySid, voice.apiKeySecret, { identity, ttl });
  token.addGrant(new twilio.jwt.AccessToken.VoiceGrant(grant));
  return { token: token.toJwt(), expiresAt: new Date(Date.now() + ttl * 1_000) };
}

/** Creates the token of an identity: it takes calls and makes none. Null where calls in the app are not set up. */
export const createVoiceToken = (config: VoiceConfig, identity: string): VoiceToken | null =>
  config.voice && createToken(config, config.voice, identity, tokenSeconds, { incomingAllow: true });

/** Creates the token of one call; it takes none. `leave` travels to the carrier's application. Null where calling from the app isn't set up. */
export function createCallToken(config: VoiceConfig, identity: string, leave: string): VoiceToken | null {
  const { voice } = config;
  if (voice === null || voice.appSid === null) return null;
  return createToken(config, voice, identity, callTokenSeconds, { outgoingApplicationSid: voice.appSid, outgoingApplicationParams: { leave } });
}
