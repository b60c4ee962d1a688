/** Rings phones at once, as `<Dial>` says: each tells of itself, the first that takes the call gets it, the others are let go. */
import { createSid } from '../ledger.ts';
import type { Fields } from '../post.ts';
import { parseVerbs, type Verb } from '../twiml.ts';
import { createConversationAudio } from './audio.ts';
import { findBehaviour, type PhoneBehaviour } from './behaviour.ts';
import { HungUpError, type OngoingCall } from './world.ts';

interface Leg {
  readonly sid: string;
  readonly number: string;
  readonly behaviour: PhoneBehaviour;
  readonly attributes: Fields;
  /** Seconds of ringing until something happens; infinite: nothing does. */
  readonly at: number;
  isOver: boolean;
}

/** Next step: the TwiML of the action address, null when the call is over. */
export interface DialResult {
  readonly twiml: string | null;
}

/** Seconds of ringing until something happens; infinite: nothing does. */
export const computeRingSeconds = (behaviour: PhoneBehaviour): number => {
  if (behaviour.kind === 'busy' || behaviour.kind === 'notInService') return 1;
  return behaviour.kind === 'noAnswer' ? Number.POSITIVE_INFINITY : behaviour.after;
};

function legsOf(line: OngoingCall, dial: Verb): Leg[] {
  const numbers = dial.children.filter(({ name }) => name === 'Number');
  const nouns = numbers.length > 0 ? numbers : [{ text: dial.text, attributes: {} }];
  return nouns
    .map(({ text, attributes }) => ({ number: text.trim(), attributes, behaviour: findBehaviour(text.trim(), line.script) }))
    .map((leg) => ({ ...leg, sid: createSid('CA'), at: computeRingSeconds(leg.behaviour), isOver: false }))
    .sort((a, b) => a.at - b.at);
}

class Ringing {
  private readonly line: OngoingCall;
  private readonly dial: Verb;
  private readonly legs: Leg[];
  private rung = 0;

  constructor(line: OngoingCall, dial: Verb) {
    this.line = line;
    this.dial = dial;
    this.legs = legsOf(line, dial);
  }

  private async report(leg: Leg, status: string, more: Fields = {}): Promise<void> {
    const url = leg.attributes.statusCallback;
    const wanted = (leg.attributes.statusCallbackEvent ?? 'completed').split(' ');
    const event = { initiated: 'initiated', ringing: 'ringing', 'in-progress': 'answered' }[status] ?? 'completed';
    if (url === undefined || !wanted.includes(event)) return;
    await this.line.world.post(url, { ...this.legFields(leg), CallStatus: status, ...more });
  }

  private legFields(leg: Leg): Fields {
    const from = this.dial.attributes.callerId ?? this.line.fields.From ?? '';
    return { CallSid: leg.sid, ParentCallSid: this.line.sid, From: from, To: leg.number, Direction: 'outbound-dial' };
  }

  private async over(leg: Leg, status: string, seconds = 0): Promise<void> {
    if (leg.isOver) return;
    leg.isOver = true;
    await this.report(leg, status, { CallDuration: String(Math.round(seconds)) });
  }

  private async letGo(except?: Leg): Promise<void> {
    for (const leg of this.legs) if (leg !== except) await this.over(leg, 'canceled');
  }

  /** Does somebody who picked up take the call? Without a screen at once. */
  private async isTaken(leg: Leg): Promise<boolean> {
    const { url } = leg.attributes;
    if (url === undefined) return true;
    const gather = parseVerbs((await this.line.world.post(url, { ...this.legFields(leg), CallStatus: 'in-progress' })) ?? '').find(
      ({ name }) => name === 'Gather',
    );
    if (!gather) return true;
    const key = leg.behaviour.kind === 'answers' ? leg.behaviour.presses : null;
    const wait = key === null ? Number(gather.attributes.timeout ?? 5) : 1;
    this.rung += wait;
    await this.line.spend(wait);
    if (key === null || gather.attributes.action === undefined) return false;
    const answer = await this.line.world.post(gather.attributes.action, { ...this.legFields(leg), CallStatus: 'in-progress', Digits: key });
    return !parseVerbs(answer ?? '').some(({ name }) => name === 'Hangup');
  }

  /** Rings until somebody takes the call, all are over, or the time is. Who took it. */
  private async ring(): Promise<Leg | null> {
    const timeout = Number(this.dial.attributes.timeout ?? 30);
    for (const status of ['initiated', 'ringing']) for (const leg of this.legs) await this.report(leg, status);
    for (const leg of this.legs) {
      if (leg.at >= timeout || leg.at < 0) continue;
      await this.line.spend(Math.max(0, leg.at - this.rung));
      this.rung = Math.max(this.rung, leg.at);
      if (leg.behaviour.kind === 'busy' || leg.behaviour.kind === 'rejects') await this.over(leg, 'busy');
      else if (leg.behaviour.kind === 'notInService') await this.over(leg, 'failed');
      else {
        await this.report(leg, 'in-progress');
        if (await this.isTaken(leg)) return leg;
        await this.over(leg, 'completed', 1);
      }
    }
    if (this.legs.some(({ isOver }) => !isOver)) await this.line.spend(Math.max(0, timeout - this.rung));
    return null;
  }

  /** The whole of it, and what the app says next. */
  async run(): Promise<DialResult> {
    const { line, dial } = this;
    try {
      const winner = await this.ring();
      if (!winner) return await this.nobody();
      line.seen = 'answered';
      await this.letGo(winner);
      const started = line.seconds;
      await line.spend(line.script.talkSeconds);
      const talk = Math.round(line.seconds - started);
      await this.over(winner, 'completed', talk);
      await this.tellRecording(talk);
      return this.next({ DialCallStatus: 'completed', DialCallDuration: String(talk), DialBridged: 'true', DialCallSid: winner.sid });
    } catch (error) {
      if (error instanceof HungUpError) for (const leg of this.legs) await this.over(leg, line.seen === 'answered' ? 'completed' : 'canceled');
      if (error instanceof HungUpError && dial.attributes.record !== undefined && line.seen === 'answered') await this.tellRecording(1);
      throw error;
    }
  }

  private async nobody(): Promise<DialResult> {
    const kinds = new Set(this.legs.map(({ behaviour }) => behaviour.kind));
    for (const leg of this.legs) await this.over(leg, 'no-answer');
    const isBusy = [...kinds].every((kind) => kind === 'busy' || kind === 'rejects');
    const isFailed = [...kinds].every((kind) => kind === 'notInService');
    return this.next({ DialCallStatus: isBusy ? 'busy' : isFailed ? 'failed' : 'no-answer', DialBridged: 'false' });
  }

  private async next(fields: Fields): Promise<DialResult> {
    const { action } = this.dial.attributes;
    return { twiml: action === undefined ? null : await this.line.tell(action, fields) };
  }

  private async tellRecording(seconds: number): Promise<void> {
    const { record, recordingStatusCallback } = this.dial.attributes;
    if (record === undefined || record === 'do-not-record' || recordingStatusCallback === undefined || seconds < 1) return;
    const { wav, segments } = await createConversationAudio(this.line.world, this.line.sid, seconds);
    const fields = this.line.keep(wav, seconds, segments);
    await this.line.tellRecording(recordingStatusCallback, { ...fields, RecordingChannels: '2', RecordingSource: 'DialVerb' });
  }
}

/** Rings the phones of a `<Dial>`. */
export const dialPhones = (line: OngoingCall, dial: Verb): Promise<DialResult> => new Ringing(line, dial).run();
