/** Plays a caller: rings a number, does what the TwiML of the app says as a carrier would, behaves by its script, and tells the end. */
import type { Fields } from '../post.ts';
import { parseVerbs, type Verb } from '../twiml.ts';
import { type CallPlan, toCallerScript } from './behaviour.ts';
import { type DialResult, dialPhones } from './dial.ts';
import { enqueue } from './queue.ts';
import { type CallContext, type CallOutcome, HungUpError, OngoingCall, RedirectedError } from './world.ts';

/** A call that is over, as the carrier saw it. */
export interface PlayedCall {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly seen: CallOutcome;
  /** The sound that was played while waiting in a queue, or its words; null: none. */
  readonly music: string | null;
  readonly seconds: number;
}

/** A document that sends the call round and round is left after so many. */
const maxDocuments = 60;
const lettersPerSecond = 15;
const playedSeconds = 3;

async function playPrompt(line: OngoingCall, { name, text, attributes }: Verb): Promise<void> {
  if (name === 'Say') await line.spendSeconds(text.length / lettersPerSecond);
  if (name === 'Play') await line.spendSeconds(playedSeconds);
  if (name === 'Pause') await line.spendSeconds(Number(attributes.length ?? 1));
}

/** The caller presses a key, or waits. Null: the document goes on. */
async function gather(line: OngoingCall, verb: Verb): Promise<DialResult | null> {
  for (const prompt of verb.children) await playPrompt(line, prompt);
  if (line.script.hangsUpInMenu) throw new HungUpError();
  const keys = line.script.presses[line.menus];
  line.menus += 1;
  const { action, timeout = '5', actionOnEmptyResult } = verb.attributes;
  await line.spendSeconds(keys === undefined ? Number(timeout) : 1);
  if (action === undefined || (keys === undefined && actionOnEmptyResult !== 'true')) return null;
  return { twiml: await line.postEvent(action, { Digits: keys ?? '' }) };
}

async function record(line: OngoingCall, { attributes }: Verb): Promise<DialResult> {
  const { words } = line.script;
  if (words === null) throw new HungUpError();
  const { wav, seconds } = await line.context.speak(words);
  await line.spendSeconds(seconds);
  line.outcome = 'voicemail';
  const fields: Fields = line.saveRecording(wav, seconds, [{ channel: 0, transcript: words, startTime: 0, endTime: seconds }]);
  const { action, recordingStatusCallback } = attributes;
  const twiml = action === undefined ? null : await line.postEvent(action, fields);
  if (recordingStatusCallback !== undefined)
    await line.postRecording(recordingStatusCallback, { ...fields, RecordingChannels: '1', RecordingSource: 'RecordVerb' });
  return { twiml };
}

/** Does one verb; null: the next one follows, else where the call goes on. */
async function perform(line: OngoingCall, verb: Verb): Promise<DialResult | null> {
  switch (verb.name) {
    case 'Gather':
      return gather(line, verb);
    case 'Dial': {
      const next = await dialPhones(line, verb);
      return verb.attributes.action === undefined ? null : next;
    }
    case 'Enqueue':
      return enqueue(line, verb);
    case 'Record':
      return record(line, verb);
    case 'Redirect':
      return { twiml: await line.postEvent(verb.text, {}) };
    case 'Reject':
      line.outcome = 'rejected';
      return { twiml: null };
    case 'Hangup':
      return { twiml: null };
    default:
      await playPrompt(line, verb);
      return null;
  }
}

async function follow(line: OngoingCall, twiml: string): Promise<string | null> {
  try {
    for (const verb of parseVerbs(twiml)) {
      const next = await perform(line, verb);
      if (next) return next.twiml;
    }
    return null;
  } catch (error) {
    if (error instanceof RedirectedError) return line.requestLead(error.lead);
    throw error;
  }
}

/** Does what the app says, document after document, until the call is over. */
export async function followDocuments(line: OngoingCall, first: string | null): Promise<void> {
  try {
    let twiml = first;
    for (let count = 0; count < maxDocuments && twiml !== null; count += 1) twiml = await follow(line, twiml);
  } catch (error) {
    if (!(error instanceof HungUpError)) throw error;
  }
}

/** Plays one call from its first ring to its last callback. */
export async function playCall(world: CallContext, call: { readonly from: string; readonly to: string; readonly plan: CallPlan }): Promise<PlayedCall> {
  const line = new OngoingCall(world, toCallerScript(call.from, call.plan), call);
  const token = world.switchboard.addCall(line);
  const getUrl = (path: string) => `${world.webhookUrl}/webhooks/carrier/calls/${path}`;
  try {
    await followDocuments(line, await line.postEvent(getUrl('incoming'), { CallToken: token }, 'ringing'));
  } finally {
    world.switchboard.removeCall(line);
  }
  const seconds = Math.round(line.seconds);
  const status = line.outcome === 'rejected' ? 'busy' : 'completed';
  await line.postEvent(getUrl('status'), { CallDuration: String(line.outcome === 'rejected' ? 0 : seconds) }, status);
  return { sid: line.sid, from: call.from, to: call.to, seen: line.outcome, music: line.music, seconds };
}
