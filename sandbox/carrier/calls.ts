/** Plays a caller: rings a number, follows the TwiML the app answers with, talks or leaves a message, hangs up. */

import { type Ledger, newSid } from './ledger.ts';
import type { Fields, Post } from './post.ts';
import { verbsOf } from './twiml.ts';

/** How a caller behaves. Durations in seconds; an answered call needs somebody to answer: a number with a forward. */
export type CallPlan =
  | { readonly kind: 'answered'; readonly talkSeconds: number }
  | { readonly kind: 'missed' }
  | { readonly kind: 'voicemail'; readonly words: string };

export interface CallWorld {
  readonly webhookUrl: string;
  /** The sandbox's own address, where recordings are fetched. */
  readonly ownUrl: string;
  readonly accountSid: string;
  readonly ledger: Ledger;
  readonly post: Post;
  /** Waits a number of seconds of the played time. */
  pass(seconds: number): Promise<void>;
  /** Speaks words into a WAV file. */
  speak(words: string): Promise<{ readonly wav: Uint8Array; readonly seconds: number }>;
}

const ringSeconds = 4;
const mostSteps = 10;

/** Plays one call from its first ring to its last callback. */
export async function playCall(world: CallWorld, call: { readonly from: string; readonly to: string; readonly plan: CallPlan }): Promise<void> {
  const fields: Fields = { CallSid: newSid('CA'), From: call.from, To: call.to, Direction: 'inbound' };
  const at = (path: string) => `${world.webhookUrl}/webhooks/carrier/calls/${path}`;
  let seconds = 0;
  let twiml = await world.post(at('incoming'), { ...fields, CallStatus: 'ringing' });
  for (let step = 0; step < mostSteps && twiml !== null; step += 1) {
    const played = await playTwiml(world, fields, call.plan, twiml);
    seconds += played.seconds;
    twiml = played.next;
  }
  await world.post(at('status'), { ...fields, CallStatus: 'completed', CallDuration: String(Math.round(seconds)) });
}

interface Played {
  readonly seconds: number;
  /** The TwiML of the next step; null when the call is over. */
  readonly next: string | null;
}

async function playTwiml(world: CallWorld, fields: Fields, plan: CallPlan, twiml: string): Promise<Played> {
  let seconds = 0;
  for (const verb of verbsOf(twiml)) {
    if (verb.name === 'Reject' || verb.name === 'Hangup') break;
    if (verb.name === 'Say' || verb.name === 'Pause') {
      const spoken = verb.name === 'Say' ? verb.text.length / 15 : Number(verb.attributes.length ?? 1);
      await world.pass(spoken);
      seconds += spoken;
    }
    if (verb.name === 'Dial') return add(seconds, await dial(world, fields, plan, verb.attributes));
    if (verb.name === 'Record') return add(seconds, await record(world, fields, plan, verb.attributes));
  }
  return { seconds, next: null };
}

const add = (seconds: number, played: Played): Played => ({ ...played, seconds: seconds + played.seconds });

async function dial(world: CallWorld, fields: Fields, plan: CallPlan, attributes: Fields): Promise<Played> {
  const rings = plan.kind === 'answered' ? ringSeconds : ringSeconds * 2;
  await world.pass(rings);
  const talk = plan.kind === 'answered' ? plan.talkSeconds : 0;
  if (talk > 0) await world.pass(talk);
  if (attributes.action === undefined) return { seconds: rings + talk, next: null };
  const dialled: Fields = plan.kind === 'answered' ? { DialCallStatus: 'completed', DialCallDuration: String(talk) } : { DialCallStatus: 'no-answer' };
  return { seconds: rings + talk, next: await world.post(attributes.action, { ...fields, ...dialled, CallStatus: 'in-progress' }) };
}

async function record(world: CallWorld, fields: Fields, plan: CallPlan, attributes: Fields): Promise<Played> {
  if (plan.kind !== 'voicemail') return { seconds: 1, next: null };
  const { wav, seconds } = await world.speak(plan.words);
  await world.pass(seconds);
  const sid = newSid('RE');
  world.ledger.keep({ sid, contentType: 'audio/x-wav', bytes: wav });
  const recording: Fields = {
    RecordingSid: sid,
    RecordingUrl: `${world.ownUrl}/2010-04-01/Accounts/${world.accountSid}/Recordings/${sid}`,
    RecordingDuration: String(Math.max(1, Math.round(seconds))),
  };
  const next = attributes.action === undefined ? null : await world.post(attributes.action, { ...fields, ...recording, CallStatus: 'in-progress' });
  if (attributes.recordingStatusCallback !== undefined)
    await world.post(attributes.recordingStatusCallback, { ...fields, ...recording, RecordingStatus: 'completed' });
  return { seconds, next };
}
