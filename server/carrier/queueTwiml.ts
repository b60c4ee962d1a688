/**
 * Hold music: `<Dial>` plays ringback to who calls, so a caller who is to hear music waits in a queue of one instead, while the phones are rung as calls
 * of their own (`outboundCalls.ts`) and fetch the caller out of it.
 */
import twilio from 'twilio';
import type { CallAddresses, Greeting } from './callAddresses.ts';

type Voice = InstanceType<typeof twilio.twiml.VoiceResponse>;

/** The caller begins to wait. */
export function enqueue(response: Voice, round: number, addresses: Pick<CallAddresses, 'queue' | 'waiting' | 'dequeued'>): void {
  response.enqueue({ waitUrl: addresses.waiting(round), action: addresses.dequeued(round) }, addresses.queue);
}

/** Returns the TwiML played while waiting, again and again. Music that was deleted meanwhile is silence. */
export function formatWaitingTwiml(music: Greeting | null): string {
  const response = new twilio.twiml.VoiceResponse();
  if (music === null) response.pause({ length: 600 });
  else if ('url' in music) response.play({ loop: 0 }, music.url);
  else response.say({ loop: 0 }, music.words);
  return response.toString();
}

/** Puts the phone that took the call through to the caller. */
export function fetchTwiml(isRecorded: boolean, addresses: Pick<CallAddresses, 'queue' | 'recording'>): string {
  const response = new twilio.twiml.VoiceResponse();
  const dial = response.dial(isRecorded ? { record: 'record-from-answer-dual', recordingStatusCallback: addresses.recording('call') } : {});
  dial.queue({}, addresses.queue);
  return response.toString();
}
