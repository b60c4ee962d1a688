/** What a caller hears: a number with a forward rings there first; then, or without one, a greeting and a voicemail. */
import twilio from 'twilio';
import { blockOn } from '../../domains/blocks/lookup.ts';
import type { Services } from '../../services.ts';
import { callUrl } from '../addresses.ts';
import { type DirectoryEntry, forwardOf } from './directory.ts';
import type { CallEvent } from './payloads.ts';

const ringSeconds = 20;
const voicemailSeconds = 180;
const greeting = 'You have reached us while nobody can take your call. Please leave a message after the tone.';

/** TwiML for a call that comes in; a number that is nobody's and a blocked caller (E.164, null when withheld) are rejected. */
export async function answerCall(services: Services, entry: DirectoryEntry | null, caller: string | null): Promise<string> {
  const response = new twilio.twiml.VoiceResponse();
  if (!entry) {
    response.reject();
    return response.toString();
  }
  const { block, forward } = await services.tenancy.company([entry.companyId], null, async () => ({
    block: caller === null ? null : await blockOn(entry.numberId, caller),
    forward: await forwardOf(entry.numberId),
  }));
  if (block !== null) {
    response.reject({ reason: block === 'busy' ? 'busy' : 'rejected' });
    return response.toString();
  }
  if (forward === null) return voicemail(services);
  response.dial({ action: callUrl(services.config, 'dialed'), timeout: ringSeconds }, forward);
  return response.toString();
}

/** TwiML for after the forward rang: over when somebody answered, else a voicemail. */
export async function dialled(services: Services, call: CallEvent | undefined): Promise<string> {
  if (call?.DialCallStatus !== 'completed') return voicemail(services);
  return goodbye();
}

/** TwiML that ends a call. */
export function goodbye(): string {
  const response = new twilio.twiml.VoiceResponse();
  response.hangup();
  return response.toString();
}

function voicemail({ config }: Services): string {
  const response = new twilio.twiml.VoiceResponse();
  response.say(greeting);
  response.record({ action: callUrl(config, 'recorded'), recordingStatusCallback: callUrl(config, 'recording'), maxLength: voicemailSeconds, playBeep: true });
  return response.toString();
}
