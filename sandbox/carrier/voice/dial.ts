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

function createLegs(line: OngoingCall, dial: Verb): Leg[] {
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
  private elapsedSeconds = 0;

  constructor(line: OngoingCall, dial: Verb) {
    this.line = line;
    this.dial = dial;
    this.legs = createLegs(line, dial);
  }

  private async postStatus(leg: Leg, status: string, more: Fields = {}): Promise<void> {
    const url = leg.attributes.statusCallback;
    const wanted = (leg.attributes.statusCallbackEvent ?? 'completed').split(' ');
    const event = { initiated: 'initiated', ringing: 'ringing', 'in-progress': 'answered' }[status] ?? 'completed';
    if (url === undefined || !wanted.includes(event)) return;
    await this.line.context.post(url, { ...this.getLegFields(leg), CallStatus: status, ...more });
  }

  private getLegFields(leg: Leg): Fields {
    const from = this.dial.attributes.callerId ?? this.line.fields.From ?? '';
    return { CallSid: leg.sid, ParentCallSid: this.line.sid, From: from, To: leg.number, Direction: 'outbound-dial' };
  }

  private async endLeg(leg: Leg, status: string, seconds = 0): Promise<void> {
    if (leg.isOver) return;
    leg.isOver = true;
    await this.postStatus(leg, status, { CallDuration: String(Math.round(seconds)) });
  }

  private async cancelOthers(except?: Leg): Promise<void> {
    for (const leg of this.legs) if (leg !== except) await this.endLeg(leg, 'canceled');
  }

  /** Does somebody who picked up take the call? Without a screen at once. */
  private async isTaken(leg: Leg): Promise<boolean> {
    const { url } = leg.attributes;
    if (url === undefined) return true;
    const gather = parseVerbs((await this.line.context.post(url, { ...this.getLegFields(leg), CallStatus: 'in-progress' })) ?? '').find(
      ({ name }) => name === 'Gather',
    );
    if (!gather) return true;
    const key = leg.behaviour.kind === 'answers' ? leg.behaviour.presses : null;
    const wait = key === null ? Number(gather.attributes.timeout ?? 5) : 1;
    this.elapsedSeconds += wait;
    await this.line.spendSeconds(wait);
    if (key === null || gather.attributes.action === undefined) return false;
    const answer = await this.line.context.post(gather.attributes.action, { ...this.getLegFields(leg), CallStatus: 'in-progress', Digits: key });
    return !parseVerbs(answer ?? '').some(({ name }) => name === 'Hangup');
  }

  /** Rings until somebody takes the call, all are over, or the time is. Who took it. */
  private async ring(): Promise<Leg | null> {
    const timeout = Number(this.dial.attributes.timeout ?? 30);
    for (const status of ['initiated', 'ringing']) for (const leg of this.legs) await this.postStatus(leg, status);
    for (const leg of this.legs) {
      if (leg.at >= timeout || leg.at < 0) continue;
      await this.line.spendSeconds(Math.max(0, leg.at - this.elapsedSeconds));
      this.elapsedSeconds = Math.max(this.elapsedSeconds, leg.at);
      if (leg.behaviour.kind === 'busy' || leg.behaviour.kind === 'rejects') await this.endLeg(leg, 'busy');
      else if (leg.behaviour.kind === 'notInService') await this.endLeg(leg, 'failed');
      else {
        await this.postStatus(leg, 'in-progress');
        if (await this.isTaken(leg)) return leg;
        await this.endLeg(leg, 'completed', 1);
      }
    }
    if (this.legs.some(({ isOver }) => !isOver)) await this.line.spendSeconds(Math.max(0, timeout - this.elapsedSeconds));
    return null;
  }

  /** The whole of it, and what the app says next. */
  async run(): Promise<DialResult> {
    const { line, dial } = this;
    try {
      const winner = await this.ring();
      if (!winner) return await this.endUnanswered();
      line.outcome = 'answered';
      await this.cancelOthers(winner);
      const started = line.seconds;
      await line.spendSeconds(line.script.talkSeconds);
      const talk = Math.round(line.seconds - started);
      await this.endLeg(winner, 'completed', talk);
      await this.postRecording(talk);
      return this.requestNext({ DialCallStatus: 'completed', DialCallDuration: String(talk), DialBridged: 'true', DialCallSid: winner.sid });
    } catch (error) {
      if (error instanceof HungUpError) for (const leg of this.legs) await this.endLeg(leg, line.outcome === 'answered' ? 'completed' : 'canceled');
      if (error instanceof HungUpError && dial.attributes.record !== undefined && line.outcome === 'answered') await this.postRecording(1);
      throw error;
    }
  }

  private async endUnanswered(): Promise<DialResult> {
    const kinds = new Set(this.legs.map(({ behaviour }) => behaviour.kind));
    for (const leg of this.legs) await this.endLeg(leg, 'no-answer');
    const isBusy = [...kinds].every((kind) => kind === 'busy' || kind === 'rejects');
    const isFailed = [...kinds].every((kind) => kind === 'notInService');
    return this.requestNext({ DialCallStatus: isBusy ? 'busy' : isFailed ? 'failed' : 'no-answer', DialBridged: 'false' });
  }

  private async requestNext(fields: Fields): Promise<DialResult> {
    const { action } = this.dial.attributes;
    return { twiml: action === undefined ? null : await this.line.postEvent(action, fields) };
  }

  private async postRecording(seconds: number): Promise<void> {
    const { record, recordingStatusCallback } = this.dial.attributes;
    if (record === undefined || record === 'do-not-record' || recordingStatusCallback === undefined || seconds < 1) return;
    const { wav, segments } = await createConversationAudio(this.line.context, this.line.sid, seconds);
    const fields = this.line.saveRecording(wav, seconds, segments);
    await this.line.postRecording(recordingStatusCallback, { ...fields, RecordingChannels: '2', RecordingSource: 'DialVerb' });
  }
}

/** Rings the phones of a `<Dial>`. */
export const dialPhones = (line: OngoingCall, dial: Verb): Promise<DialResult> => new Ringing(line, dial).run();
