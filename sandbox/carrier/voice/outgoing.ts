/** A phone that the app rings by REST: it tells of itself, behaves by the script of the caller it is rung for, and does what its TwiML says. */
import type { Fields } from '../post.ts';
import { parseVerbs, type Verb } from '../twiml.ts';
import { createConversationAudio } from './audio.ts';
import { findBehaviour, type PhoneBehaviour } from './behaviour.ts';
import { computeRingSeconds } from './dial.ts';
import type { QueueExit, RungPhone } from './switchboard.ts';
import type { CallContext, OngoingCall } from './world.ts';

/** Parameters of the request. */
export interface PhoneRequest {
  readonly url: string;
  readonly statusCallback: string | undefined;
  readonly events: readonly string[];
  /** Seconds. */
  readonly timeout: number;
}

const eventNames: Readonly<Record<string, string>> = { initiated: 'initiated', ringing: 'ringing', 'in-progress': 'answered' };

class Outgoing {
  private readonly world: CallContext;
  private readonly phone: RungPhone;
  private readonly line: OngoingCall;
  private readonly request: PhoneRequest;
  private readonly behaviour: PhoneBehaviour;
  private isEnded = false;
  private answeredAt = 0;

  constructor(world: CallContext, phone: RungPhone, line: OngoingCall, request: PhoneRequest) {
    this.world = world;
    this.phone = phone;
    this.line = line;
    this.request = request;
    this.behaviour = findBehaviour(phone.to, line.script);
    void phone.ended.then(() => {
      this.isEnded = true;
    });
  }

  private get fields(): Fields {
    const { sid, from, to } = this.phone;
    return { CallSid: sid, From: from, To: to, Direction: 'outbound-api', CallStatus: this.phone.status };
  }

  private async become(status: RungPhone['status']): Promise<void> {
    this.phone.status = status;
    const { statusCallback, events } = this.request;
    if (statusCallback === undefined || !events.includes(eventNames[status] ?? 'completed')) return;
    const seconds = status === 'completed' ? Math.max(1, Math.round(this.world.now() - this.answeredAt)) : 0;
    await this.world.post(statusCallback, { ...this.fields, ...(Object.hasOwn(eventNames, status) ? {} : { CallDuration: String(seconds) }) });
  }

  private pass = (seconds: number): Promise<void> => this.world.pass(seconds, this.phone.ended);

  async play(): Promise<void> {
    const { timeout, url } = this.request;
    for (const status of ['initiated', 'ringing'] as const) await this.become(status);
    const at = computeRingSeconds(this.behaviour);
    await this.pass(Math.min(at, timeout));
    if (this.isEnded) return this.become('canceled');
    if (at >= timeout) return this.become('no-answer');
    if (this.behaviour.kind === 'busy' || this.behaviour.kind === 'rejects') return this.become('busy');
    if (this.behaviour.kind === 'notInService') return this.become('failed');
    this.answeredAt = this.world.now();
    await this.become('in-progress');
    let twiml = await this.world.post(url, this.fields);
    while (twiml !== null && !this.isEnded) twiml = await this.follow(twiml);
    await this.become('completed');
  }

  /** The document after this one; null when the call is over. */
  private async follow(twiml: string): Promise<string | null> {
    for (const verb of parseVerbs(twiml)) {
      if (this.isEnded || verb.name === 'Hangup') return null;
      const [queue] = verb.children.filter(({ name }) => name === 'Queue');
      if (verb.name === 'Dial' && queue) await this.fetch(verb, queue.text);
      if (verb.name === 'Gather') {
        const next = await this.gather(verb);
        if (next !== null) return next;
      }
    }
    return null;
  }

  private async gather({ attributes: { action, timeout = '5' } }: Verb): Promise<string | null> {
    const key = this.behaviour.kind === 'answers' ? this.behaviour.presses : null;
    await this.pass(key === null ? Number(timeout) : 1);
    return key === null || action === undefined || this.isEnded ? null : this.world.post(action, { ...this.fields, Digits: key });
  }

  /** Talks to who waits first in a queue. */
  private async fetch({ attributes }: Verb, queue: string): Promise<void> {
    const waiting = this.world.switchboard.first(queue);
    if (!waiting) return this.pass(Number(attributes.timeout ?? 30));
    const { promise, resolve } = Promise.withResolvers<number>();
    const exit: QueueExit = { kind: 'bridged', over: this.phone.ended, talked: resolve };
    waiting.leave(exit);
    await this.record(attributes, await promise);
  }

  private async record({ record, recordingStatusCallback }: Verb['attributes'], seconds: number): Promise<void> {
    if (record === undefined || recordingStatusCallback === undefined || seconds < 1) return;
    const { wav, segments } = await createConversationAudio(this.world, this.line.sid, seconds, 'phone');
    const fields = this.line.keep(wav, seconds, segments);
    const told = { ...fields, RecordingStatus: 'completed', RecordingChannels: '2', RecordingSource: 'DialVerb' };
    await this.world.post(recordingStatusCallback, { CallSid: this.phone.sid, ...told });
  }
}

/** Rings a phone for a caller, to its end. */
export const playPhone = (world: CallContext, phone: RungPhone, line: OngoingCall, request: PhoneRequest): Promise<void> =>
  new Outgoing(world, phone, line, request).play();
