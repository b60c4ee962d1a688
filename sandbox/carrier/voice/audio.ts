/** Speech of two people on the phone: a WAV file with a channel each, and the words with their times. */

import { concatSamples, toWav } from '#contract/core/wav.ts';
import type { BrowserMedia } from './browserMedia.ts';
import type { Segment } from './segment.ts';
import type { CallContext } from './world.ts';

type Turn = readonly [channel: 0 | 1, words: string];

const dialogues: readonly (readonly Turn[])[] = [
  [
    [1, 'Thank you for calling, how can I help you?'],
    [0, 'Hi, is the blue one on your site still there?'],
    [1, 'It is. Would you like to come and see it today?'],
    [0, 'Yes, after five would be great.'],
    [1, 'Perfect, I will have it in front for you.'],
  ],
  [
    [1, 'Service desk, good morning.'],
    [0, 'Good morning, I would like to book an oil change for next week.'],
    [1, 'How is Tuesday at nine?'],
    [0, 'Tuesday works. Thank you so much.'],
  ],
  [
    [1, 'Hello, who is calling please?'],
    [0, 'We have been trying to reach you about your extended warranty.'],
    [1, 'Please take us off your list.'],
  ],
];

const sampleRate = 8_000;

const headerBytes = 44;

const gapSeconds = 0.3;

/** The samples of speech: 8 kHz, 16 bits, mono. */
export function toSamples(wav: Uint8Array): Int16Array {
  const data = wav.subarray(headerBytes);
  return new Int16Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength - (data.byteLength % 2)));
}

/** Seconds a caller waits before each thing they say to a person. */
const answerPauseSeconds = 2;

/** Speaks the caller’s part to a person who answers in the app: samples of 8 kHz, the turns with the pauses between them, and the words. */
export async function createCallerAudio(
  world: Pick<CallContext, 'speak'>,
  callSid: string,
): Promise<{ readonly samples: Int16Array; readonly segments: readonly Segment[] }> {
  const turns = dialogues[Number.parseInt(callSid.slice(-4), 16) % dialogues.length] ?? [];
  const parts: Int16Array[] = [];
  const segments: Segment[] = [];
  let at = answerPauseSeconds;
  for (const [, words] of turns.filter(([who]) => who === 0)) {
    const { wav, seconds } = await world.speak(words);
    parts.push(new Int16Array(Math.round(answerPauseSeconds * sampleRate)), toSamples(wav));
    segments.push({ channel: 0, transcript: words, startTime: Number(at.toFixed(2)), endTime: Number((at + seconds).toFixed(2)) });
    at += seconds + answerPauseSeconds;
  }
  return { samples: concatSamples(parts), segments };
}

/** The recording of a call that was taken in a browser: what the caller said and what the browser sent, a channel each. `first`: who is heard on channel 0. */
export function createBrowserRecording(media: BrowserMedia, segments: readonly Segment[], first: 'caller' | 'phone') {
  const { played, heard } = media.listen();
  const [left, right] = first === 'caller' ? [played, heard] : [heard, played];
  const samples = new Int16Array(played.length * 2);
  for (let at = 0; at < played.length; at += 1) {
    samples[at * 2] = left[at] ?? 0;
    samples[at * 2 + 1] = right[at] ?? 0;
  }
  const seconds = played.length / sampleRate;
  const said = segments
    .filter(({ startTime }) => startTime < seconds)
    .map((segment) => ({ ...segment, channel: first === 'caller' ? 0 : 1, endTime: Math.min(seconds, segment.endTime) }) as const);
  return { wav: toWav(samples, sampleRate, samples.length, 2), seconds, segments: said };
}

/** A conversation of at most these seconds. The same call says the same; a short call breaks off. `first`: who is heard on channel 0. */
export async function createConversationAudio(
  world: CallContext,
  callSid: string,
  seconds: number,
  first: 'caller' | 'phone' = 'caller',
): Promise<{ readonly wav: Uint8Array; readonly segments: readonly Segment[] }> {
  const turns = dialogues[Number.parseInt(callSid.slice(-4), 16) % dialogues.length] ?? [];
  const samples = new Int16Array(Math.round(seconds * sampleRate) * 2);
  const segments: Segment[] = [];
  let at = 0;
  for (const [who, words] of turns) {
    const channel = first === 'caller' ? who : who === 0 ? 1 : 0;
    if (at >= seconds) break;
    const spoken = await world.speak(words);
    const said = new DataView(spoken.wav.buffer, spoken.wav.byteOffset + headerBytes, spoken.wav.byteLength - headerBytes);
    const start = Math.round(at * sampleRate);
    for (let sample = 0; sample * 2 + 1 < said.byteLength && (start + sample) * 2 < samples.length; sample += 1)
      samples[(start + sample) * 2 + channel] = said.getInt16(sample * 2, true);
    const end = Math.min(seconds, at + spoken.seconds);
    segments.push({ channel, transcript: words, startTime: Number(at.toFixed(2)), endTime: Number(end.toFixed(2)) });
    at = end + gapSeconds;
  }
  return { wav: toWav(samples, sampleRate, samples.length, 2), segments };
}
