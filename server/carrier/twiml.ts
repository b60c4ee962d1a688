/** Instructions of a call for the carrier: instructions of the flow become TwiML, made by the carrier's own library. */

import twilio from 'twilio';
import { type Instruction, parseClient, type Sound } from '#machines/call/index.ts';
import type { CallAddresses } from './callAddresses.ts';
import { enqueue } from './queueTwiml.ts';

/** TwiML element that takes speech. */
interface Speaker {
  say(words: string): unknown;
  play(url: string): unknown;
}

const fallback = 'Please hold.';

function speak(into: Speaker, sound: Sound, addresses: CallAddresses): void {
  const greeting = sound.kind === 'words' ? { words: sound.words } : addresses.greeting(sound.greetingId);
  if (greeting === null) into.say(fallback);
  else if ('url' in greeting) into.play(greeting.url);
  else into.say(greeting.words);
}

type Voice = InstanceType<typeof twilio.twiml.VoiceResponse>;

type Ring = Extract<Instruction, { kind: 'ring' }>;

const everyChange: ('initiated' | 'ringing' | 'answered' | 'completed')[] = ['initiated', 'ringing', 'answered', 'completed'];

function ring(response: Voice, instruction: Ring, addresses: CallAddresses): void {
  const { round, numbers, timeout, callerId, isRecorded, confirmKeyWait, isAnnounced = false } = instruction;
  const isScreened = confirmKeyWait !== null || isAnnounced;
  const dial = response.dial({
    action: addresses.dialed(round),
    timeout,
    callerId,
    answerOnBridge: true,
    ...(isRecorded ? { record: 'record-from-answer-dual', recordingStatusCallback: addresses.recording('call') } : {}),
  });
  for (const number of numbers) {
    if (parseClient(number) !== null) {
      // We let one through of those who answer in the app at once: the carrier asks us before it connects.
      const client = dial.client({ statusCallback: addresses.phone(round), statusCallbackEvent: everyChange, url: addresses.screen(round) });
      client.identity(number.slice('client:'.length));
      for (const [name, value] of Object.entries(addresses.offer(number))) client.parameter({ name, value });
      continue;
    }
    dial.number({ statusCallback: addresses.phone(round), statusCallbackEvent: everyChange, ...(isScreened ? { url: addresses.screen(round) } : {}) }, number);
  }
}

function add(response: Voice, instruction: Instruction, addresses: CallAddresses): void {
  switch (instruction.kind) {
    case 'menu': {
      const { turn, prompts, digits, wait } = instruction;
      const gather = response.gather({ action: addresses.keys(turn), numDigits: digits, timeout: wait, actionOnEmptyResult: true });
      for (const prompt of prompts) speak(gather, prompt, addresses);
      return;
    }
    case 'ring':
      if (instruction.musicId === null) ring(response, instruction, addresses);
      else enqueue(response, instruction.round, addresses);
      return;
    case 'record':
      response.record({
        action: addresses.recorded(),
        recordingStatusCallback: addresses.recording('voicemail'),
        maxLength: instruction.maxSeconds,
        playBeep: true,
        finishOnKey: '#',
      });
      return;
    case 'reject':
      response.reject({ reason: instruction.isBusy ? 'busy' : 'rejected' });
      return;
    case 'hangup':
      response.hangup();
      return;
    default:
      speak(response, instruction, addresses);
  }
}

/** The document for what a call is told now. */
export function toTwiml(instructions: readonly Instruction[], addresses: CallAddresses): string {
  const response = new twilio.twiml.VoiceResponse();
  for (const instruction of instructions) add(response, instruction, addresses);
  return response.toString();
}

/** Returns the TwiML for a phone that is picked up: the caller's number, and a key that takes the call. Without the key it is hung up. */
export function formatScreenTwiml({ words, wait }: { readonly words: string; readonly wait: number }, accepted: string): string {
  const response = new twilio.twiml.VoiceResponse();
  const gather = response.gather({ action: accepted, numDigits: 1, timeout: wait });
  gather.say(words);
  response.hangup();
  return response.toString();
}

/** Returns the TwiML that says words; what comes after them, if anything, goes on. `ends`: the call is hung up afterwards. */
export function formatWordsTwiml(words: string, ends: boolean): string {
  const response = new twilio.twiml.VoiceResponse();
  response.say(words);
  if (ends) response.hangup();
  return response.toString();
}

/** Nothing to say: the call goes on as it is. */
export const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/** A number that is nobody's. */
export const rejectTwiml = (): string => new twilio.twiml.VoiceResponse().reject().toString();

/** Ends the call. */
export function formatHangupTwiml(): string {
  const response = new twilio.twiml.VoiceResponse();
  response.hangup();
  return response.toString();
}
