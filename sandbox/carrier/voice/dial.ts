/** Rings phones at once, as `<Dial>` says: each tells of itself, the first that takes the call gets it, the others are let go. */
import { createSid } from '../ledger.ts';
import type { Fields } from '../post.ts';
import { parseVerbs, type Verb } from '../twiml.ts';
import { createBrowserRecording, createCallerAudio, createConversationAudio } from './audio.ts';
import { findBehaviour, type PhoneBehaviour } from './behaviour.ts';
import type { BrowserCall } from './browsers.ts';
import type { Segment } from './segment.ts';
import { HungUpError, type OngoingCall, RedirectedError } from './world.ts';

interface Leg {
  readonly sid: string;
  readonly number: string;
  /** Null for a browser, whose person decides. */
  readonly behaviour: PhoneBehaviour | null;
  readonly browser: BrowserCall | null;
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

/** Parameters that go with a call to a browser, as its SDK reads them. */
const getParameters = ({ children }: Verb): string =>
  new URLSearchParams(children.filter(({ name }) => name === 'Parameter').map(({ attributes }) => [attributes.name ?? '', attributes.value ?? ''])).toString();

function createPhoneLeg(line: OngoingCall, number: string, attributes: Fields): Leg {
  const behaviour = findBehaviour(number, line.script);
  return { sid: createSid('CA'), number, attributes, behaviour, browser: null, at: computeRingSeconds(behaviour), isOver: false };
}

function createBrowserLeg(line: OngoingCall, noun: Verb, from: string): Leg {
  const identity = (noun.children.find(({ name }) => name === 'Identity')?.text ?? noun.text).trim();
  const browser = line.context.browsers.ring({ identity, from, parameters: getParameters(noun) });
  return { sid: browser.sid, number: `client:${identity}`, attributes: noun.attributes, behaviour: null, browser, at: Number.POSITIVE_INFINITY, isOver: false };
}

function createLegs(line: OngoingCall, dial: Verb): Leg[] {
  const nouns = dial.children.filter(({ name }) => name === 'Number' || name === 'Client');
  if (nouns.length === 0) return [createPhoneLeg(line, dial.text.trim(), {})];
  const from = dial.attributes.callerId ?? line.fields.From ?? '';
  return nouns
    .map((noun) => (noun.name === 'Client' ? createBrowserLeg(line, noun, from) : createPhoneLeg(line, noun.text.trim(), noun.attributes)))
    .sort((a, b) => a.at - b.at);
}

class Ringing {
  private readonly line: OngoingCall;
  private readonly dial: Verb;
  private readonly legs: Leg[];
  private elapsedSeconds = 0;
  private hasWinner = false;

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
    leg.browser?.end();
    await this.postStatus(leg, status, { CallDuration: String(Math.round(seconds)) });
  }

  private async cancelOthers(except?: Leg): Promise<void> {
    for (const leg of this.legs) if (leg !== except) await this.endLeg(leg, 'canceled');
  }

  /** Does somebody who picked up take the call? Without a screen at once. */
  private async isTaken(leg: Leg): Promise<boolean> {
    const { url } = leg.attributes;
    if (url === undefined) return true;
    const verbs = parseVerbs((await this.line.context.post(url, { ...this.getLegFields(leg), CallStatus: 'in-progress' })) ?? '');
    const gather = verbs.find(({ name }) => name === 'Gather');
    if (!gather) return !verbs.some(({ name }) => name === 'Hangup');
    const key = leg.behaviour?.kind === 'answers' ? leg.behaviour.presses : null;
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
    if (this.legs.some(({ browser }) => browser !== null)) return this.ringBrowsers(timeout);
    for (const status of ['initiated', 'ringing']) for (const leg of this.legs) await this.postStatus(leg, status);
    for (const leg of this.legs) {
      if (leg.at >= timeout || leg.at < 0) continue;
      await this.line.spendSeconds(Math.max(0, leg.at - this.elapsedSeconds));
      this.elapsedSeconds = Math.max(this.elapsedSeconds, leg.at);
      if (await this.hasTaken(leg)) return leg;
    }
    if (this.legs.some(({ isOver }) => !isOver)) await this.line.spendSeconds(Math.max(0, timeout - this.elapsedSeconds));
    return null;
  }

  /** Something happened at a phone whose time has come: is the call taken there? */
  private async hasTaken(leg: Leg): Promise<boolean> {
    if (leg.behaviour?.kind === 'busy' || leg.behaviour?.kind === 'rejects') await this.endLeg(leg, 'busy');
    else if (leg.behaviour?.kind === 'notInService') await this.endLeg(leg, 'failed');
    else {
      await this.postStatus(leg, 'in-progress');
      if (await this.isTaken(leg)) return true;
      await this.endLeg(leg, 'completed', 1);
    }
    return false;
  }

  /** The same with browsers among them: whose person does something, and when, is not known before. */
  private async ringBrowsers(timeout: number): Promise<Leg | null> {
    const { line } = this;
    const until = line.context.getSeconds() + timeout;
    for (const status of ['initiated', 'ringing']) for (const leg of this.legs) if (leg.behaviour !== null) await this.postStatus(leg, status);
    // A phone at which nothing happens within the time has no event.
    const events = new Map(
      this.legs
        .filter(({ browser, at }) => browser !== null || at < timeout)
        .map((leg) => [leg, (leg.browser?.answered ?? line.context.waitSeconds(leg.at).then(() => 'answered' as const)).then((what) => ({ leg, what }))]),
    );
    for (const leg of this.legs) if (leg.browser !== null) await this.postStatus(leg, 'ringing');
    const isWaiting = () => events.size > 0 || this.legs.some(({ isOver }) => !isOver);
    while (isWaiting()) {
      const left = until - line.context.getSeconds();
      const happened = left <= 0 ? null : await line.waitFor(Promise.race([...events.values(), line.context.waitSeconds(left).then(() => null)]));
      if (happened === null) return null;
      const { leg, what } = happened;
      events.delete(leg);
      if (what === 'answered' && (await this.hasTaken(leg))) return leg;
      if (what === 'canceled') await this.endLeg(leg, 'canceled');
      if (what === 'rejected') await this.endLeg(leg, 'busy');
      if (what === 'gone') await this.endLeg(leg, 'no-answer');
    }
    return null;
  }

  /** Talks until somebody hangs up, or the app leads the caller elsewhere. Returns the words of the caller, where somebody real has heard them. */
  private async talk({ browser, behaviour }: Leg): Promise<{ readonly said: readonly Segment[]; readonly led: RedirectedError | null }> {
    const { line } = this;
    const untilLed = async (talking: Promise<void>): Promise<RedirectedError | null> => {
      try {
        await talking;
        return null;
      } catch (error) {
        if (error instanceof RedirectedError) return error;
        throw error;
      }
    };
    if (browser?.media == null) {
      const most = behaviour?.kind === 'answers' ? behaviour.hangsUpAfter : undefined;
      return { said: [], led: await untilLed(line.spendSeconds(Math.min(line.script.talkSeconds, most ?? Number.POSITIVE_INFINITY))) };
    }
    const { samples, segments } = await createCallerAudio(line.context, line.sid);
    browser.media.play(samples);
    return { said: segments, led: await untilLed(line.waitFor(line.context.waitSeconds(line.script.talkSeconds, browser.ended))) };
  }

  /** The whole of it, and what the app says next. */
  async run(): Promise<DialResult> {
    const { line, dial } = this;
    try {
      const winner = await this.ring();
      if (!winner) return await this.endUnanswered();
      line.outcome = 'answered';
      this.hasWinner = true;
      await this.cancelOthers(winner);
      const started = line.seconds;
      const { said, led } = await this.talk(winner);
      const talk = Math.max(1, Math.round(line.seconds - started));
      await this.endLeg(winner, 'completed', talk);
      await this.postRecording(winner, talk, said);
      const next = await this.requestNext({ DialCallStatus: 'completed', DialCallDuration: String(talk), DialBridged: 'true', DialCallSid: winner.sid });
      // The carrier asks what comes after a conversation that was broken off, too, and goes where the caller is led.
      if (led !== null) throw led;
      return next;
    } catch (error) {
      if (error instanceof HungUpError || error instanceof RedirectedError)
        for (const leg of this.legs) await this.endLeg(leg, this.hasWinner ? 'completed' : 'canceled');
      // Of ringing that was broken off as well: the carrier need not, and the app stands both.
      if (error instanceof RedirectedError && !this.hasWinner) await this.requestNext({ DialCallStatus: 'no-answer', DialBridged: 'false' });
      if (error instanceof HungUpError && dial.attributes.record !== undefined && this.hasWinner) await this.postRecording(null, 1, []);
      throw error;
    }
  }

  private async endUnanswered(): Promise<DialResult> {
    const kinds = new Set(this.legs.map(({ behaviour }) => behaviour?.kind));
    for (const leg of this.legs) await this.endLeg(leg, 'no-answer');
    const isBusy = [...kinds].every((kind) => kind === 'busy' || kind === 'rejects');
    const isFailed = [...kinds].every((kind) => kind === 'notInService');
    return this.requestNext({ DialCallStatus: isBusy ? 'busy' : isFailed ? 'failed' : 'no-answer', DialBridged: 'false' });
  }

  private async requestNext(fields: Fields): Promise<DialResult> {
    const { action } = this.dial.attributes;
    return { twiml: action === undefined ? null : await this.line.postEvent(action, fields) };
  }

  private async postRecording(winner: Leg | null, seconds: number, said: readonly Segment[]): Promise<void> {
    const { record, recordingStatusCallback } = this.dial.attributes;
    if (record === undefined || record === 'do-not-record' || recordingStatusCallback === undefined || seconds < 1) return;
    const media = winner?.browser?.media ?? null;
    const made =
      media === null
        ? { seconds, ...(await createConversationAudio(this.line.context, this.line.sid, seconds)) }
        : createBrowserRecording(media, said, 'caller');
    const fields = this.line.saveRecording(made.wav, made.seconds, made.segments);
    await this.line.postRecording(recordingStatusCallback, { ...fields, RecordingChannels: '2', RecordingSource: 'DialVerb' });
  }
}

/** Rings the phones of a `<Dial>`. */
export const dialPhones = (line: OngoingCall, dial: Verb): Promise<DialResult> => new Ringing(line, dial).run();
