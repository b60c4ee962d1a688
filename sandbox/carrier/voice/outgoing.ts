/** A phone that the app rings by REST: it tells of itself, behaves by the script of the caller it is rung for, and does what its TwiML says. */
import type { Fields } from '../post.ts';
import { parseVerbs, type Verb } from '../twiml.ts';
import { createBrowserRecording, createCallerAudio, createConversationAudio } from './audio.ts';
import { findBehaviour, type PhoneBehaviour } from './behaviour.ts';
import type { BrowserCall } from './browsers.ts';
import { computeRingSeconds } from './dial.ts';
import type { Segment } from './segment.ts';
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
  /** Null for a browser, whose person decides. */
  private readonly behaviour: PhoneBehaviour | null;
  private readonly browser: BrowserCall | null;
  private isEnded = false;
  private answeredAt = 0;

  constructor(world: CallContext, phone: RungPhone, line: OngoingCall, request: PhoneRequest) {
    this.context = world;
    this.phone = phone;
    this.line = line;
    this.request = request;
    const [identity = '', parameters = ''] = phone.to.startsWith('client:') ? phone.to.slice('client:'.length).split('?') : [];
    this.browser = identity === '' ? null : world.browsers.ring({ identity, from: phone.from, parameters });
    this.behaviour = this.browser === null ? findBehaviour(phone.to, line.script) : null;
    void this.browser?.ended.then(phone.end);
    void phone.ended.then(() => {
      this.isEnded = true;
    });
  }

  private get fields(): Fields {
    const { sid, from, to } = this.phone;
    return { CallSid: sid, From: from, To: to.replace(/\?.*$/, ''), Direction: 'outbound-api', CallStatus: this.phone.status };
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
    const failure = this.browser === null ? await this.ringPhone(timeout) : await this.ringBrowser(this.browser, timeout);
    if (failure !== null) {
      this.browser?.end();
      return this.setStatus(failure);
    }
    this.answeredAt = this.context.getSeconds();
    await this.setStatus('in-progress');
    let twiml = await this.context.post(url, this.fields);
    while (twiml !== null && !this.isEnded) twiml = await this.follow(twiml);
    this.browser?.end();
    await this.setStatus('completed');
  }

  /** Rings until the phone is picked up (null), or why it was not. */
  private async ringPhone(timeout: number): Promise<RungPhone['status'] | null> {
    const kind = this.behaviour?.kind;
    const at = this.behaviour === null ? 0 : computeRingSeconds(this.behaviour);
    await this.waitSeconds(Math.min(at, timeout));
    if (this.isEnded) return 'canceled';
    if (at >= timeout) return 'no-answer';
    if (kind === 'busy' || kind === 'rejects') return 'busy';
    return kind === 'notInService' ? 'failed' : null;
  }

  private async ringBrowser({ answered }: BrowserCall, timeout: number): Promise<RungPhone['status'] | null> {
    const what = await Promise.race([answered, this.waitSeconds(timeout).then(() => null)]);
    if (this.isEnded) return 'canceled';
    if (what === 'answered') return null;
    return what === 'rejected' ? 'busy' : 'no-answer';
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
    const key = this.behaviour?.kind === 'answers' ? this.behaviour.presses : null;
    await this.waitSeconds(key === null ? Number(timeout) : 1);
    return key === null || action === undefined || this.isEnded ? null : this.context.post(action, { ...this.fields, Digits: key });
  }

  /** Talks to who waits first in a queue. */
  private async connectQueue({ attributes }: Verb, queue: string): Promise<void> {
    const waiting = this.context.switchboard.findFirst(queue);
    if (!waiting) return this.waitSeconds(Number(attributes.timeout ?? 30));
    const { promise, resolve } = Promise.withResolvers<number>();
    const exit: QueueExit = { kind: 'bridged', phoneEnded: this.phone.ended, onTalked: resolve };
    const media = this.browser?.media ?? null;
    const spoken = media === null ? null : await createCallerAudio(this.context, this.line.sid);
    waiting.leave(exit);
    if (spoken !== null) media?.play(spoken.samples);
    await this.record(attributes, await promise, spoken?.segments ?? []);
  }

  private async record({ record, recordingStatusCallback }: Verb['attributes'], seconds: number, said: readonly Segment[]): Promise<void> {
    const media = this.browser?.media ?? null;
    if (record === undefined || recordingStatusCallback === undefined || (seconds < 1 && media === null)) return;
    const made =
      media === null
        ? { seconds, ...(await createConversationAudio(this.context, this.line.sid, seconds, 'phone')) }
        : createBrowserRecording(media, said, 'phone');
    const fields = this.line.saveRecording(made.wav, made.seconds, made.segments);
    const told = { ...fields, RecordingStatus: 'completed', RecordingChannels: '2', RecordingSource: 'DialVerb' };
    await this.context.post(recordingStatusCallback, { CallSid: this.phone.sid, ...told });
  }
}

/** Rings a phone for a caller, to its end. */
export const playPhone = (world: CallContext, phone: RungPhone, line: OngoingCall, request: PhoneRequest): Promise<void> =>
  new OutgoingCall(world, phone, line, request).play();
