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

class OutgoingCall {
  private readonly context: CallContext;
  private readonly phone: RungPhone;
  private readonly line: OngoingCall;
  private readonly request: PhoneRequest;
  private readonly behaviour: PhoneBehaviour;
  private isEnded = false;
  private answeredAt = 0;

  constructor(world: CallContext, phone: RungPhone, line: OngoingCall, request: PhoneRequest) {
    this.context = world;
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

  private async setStatus(status: RungPhone['status']): Promise<void> {
    this.phone.status = status;
    const { statusCallback, events } = this.request;
    if (statusCallback === undefined || !events.includes(eventNames[status] ?? 'completed')) return;
    const seconds = status === 'completed' ? Math.max(1, Math.round(this.context.getSeconds() - this.answeredAt)) : 0;
    await this.context.post(statusCallback, { ...this.fields, ...(Object.hasOwn(eventNames, status) ? {} : { CallDuration: String(seconds) }) });
  }

  private waitSeconds = (seconds: number): Promise<void> => this.context.waitSeconds(seconds, this.phone.ended);

  async play(): Promise<void> {
    const { timeout, url } = this.request;
    for (const status of ['initiated', 'ringing'] as const) await this.setStatus(status);
    const at = computeRingSeconds(this.behaviour);
    await this.waitSeconds(Math.min(at, timeout));
    if (this.isEnded) return this.setStatus('canceled');
    if (at >= timeout) return this.setStatus('no-answer');
    if (this.behaviour.kind === 'busy' || this.behaviour.kind === 'rejects') return this.setStatus('busy');
    if (this.behaviour.kind === 'notInService') return this.setStatus('failed');
    this.answeredAt = this.context.getSeconds();
    await this.setStatus('in-progress');
    let twiml = await this.context.post(url, this.fields);
    while (twiml !== null && !this.isEnded) twiml = await this.follow(twiml);
    await this.setStatus('completed');
  }

  /** The document after this one; null when the call is over. */
  private async follow(twiml: string): Promise<string | null> {
    for (const verb of parseVerbs(twiml)) {
      if (this.isEnded || verb.name === 'Hangup') return null;
      const [queue] = verb.children.filter(({ name }) => name === 'Queue');
      if (verb.name === 'Dial' && queue) await this.connectQueue(verb, queue.text);
      if (verb.name === 'Gather') {
        const next = await this.gather(verb);
        if (next !== null) return next;
      }
    }
    return null;
  }

  private async gather({ attributes: { action, timeout = '5' } }: Verb): Promise<string | null> {
    const key = this.behaviour.kind === 'answers' ? this.behaviour.presses : null;
    await this.waitSeconds(key === null ? Number(timeout) : 1);
    return key === null || action === undefined || this.isEnded ? null : this.context.post(action, { ...this.fields, Digits: key });
  }

  /** Talks to who waits first in a queue. */
  private async connectQueue({ attributes }: Verb, queue: string): Promise<void> {
    const waiting = this.context.switchboard.findFirst(queue);
    if (!waiting) return this.waitSeconds(Number(attributes.timeout ?? 30));
    const { promise, resolve } = Promise.withResolvers<number>();
    const exit: QueueExit = { kind: 'bridged', phoneEnded: this.phone.ended, onTalked: resolve };
    waiting.leave(exit);
    await this.record(attributes, await promise);
  }

  private async record({ record, recordingStatusCallback }: Verb['attributes'], seconds: number): Promise<void> {
    if (record === undefined || recordingStatusCallback === undefined || seconds < 1) return;
    const { wav, segments } = await createConversationAudio(this.context, this.line.sid, seconds, 'phone');
    const fields = this.line.saveRecording(wav, seconds, segments);
    const told = { ...fields, RecordingStatus: 'completed', RecordingChannels: '2', RecordingSource: 'DialVerb' };
    await this.context.post(recordingStatusCallback, { CallSid: this.phone.sid, ...told });
  }
}

/** Rings a phone for a caller, to its end. */
export const playPhone = (world: CallContext, phone: RungPhone, line: OngoingCall, request: PhoneRequest): Promise<void> =>
  new OutgoingCall(world, phone, line, request).play();
