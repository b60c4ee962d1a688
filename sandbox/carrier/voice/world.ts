/** Dependencies of a played call on the carrier around it. */
import { createSid, type Ledger } from '../ledger.ts';
import type { Fields, Post } from '../post.ts';
import type { CallerScript } from './behaviour.ts';
import type { Browsers } from './browsers.ts';
import type { Segment } from './segment.ts';
import type { Switchboard } from './switchboard.ts';

export interface CallContext {
  readonly webhookUrl: string;
  /** The sandbox's own address, where recordings are fetched. */
  readonly ownUrl: string;
  readonly accountSid: string;
  readonly ledger: Ledger;
  readonly post: Post;
  readonly switchboard: Switchboard<OngoingCall>;
  readonly browsers: Browsers;
  /** Seconds of the played time. */
  getSeconds(): number;
  /** Waits a number of seconds of the played time, or until something happens sooner. */
  waitSeconds(seconds: number, sooner?: Promise<unknown>): Promise<void>;
  /** Speaks words into a WAV file: 8 kHz, 16 bits, mono. */
  speak(words: string): Promise<{ readonly wav: Uint8Array; readonly seconds: number }>;
}

/** Outcomes of a call, as the carrier saw it. */
export type CallOutcome = 'answered' | 'voicemail' | 'rejected' | 'unanswered';

/** The caller put the phone down. */
export class HungUpError extends Error {}

/** The app leads the caller away from what goes on. */
export class RedirectedError extends Error {
  readonly lead: Lead;
  constructor(lead: Lead) {
    super('The call is led elsewhere');
    this.lead = lead;
  }
}

/** The address a caller is led to, and the one that is asked where that fails. */
interface Lead {
  readonly url: string;
  readonly fallbackUrl: string | undefined;
}

/** Seconds after which the carrier ends any call. */
const maxCallSeconds = 14_400;

/** A call while it is played: its time, and its caller's patience. */
export class OngoingCall {
  readonly sid: string;
  readonly fields: Fields;
  seconds = 0;
  outcome: CallOutcome = 'unanswered';
  menus = 0;
  /** The sound that was played while waiting in a queue, or its words. */
  music: string | null = null;
  readonly context: CallContext;
  readonly script: CallerScript;
  private lead: Lead | null = null;
  private led = Promise.withResolvers<void>();

  constructor(
    world: CallContext,
    script: CallerScript,
    call: { readonly from: string; readonly to: string; readonly direction?: 'inbound' | 'outbound-dial' },
    sid = createSid('CA'),
  ) {
    this.sid = sid;
    this.context = world;
    this.script = script;
    this.fields = { CallSid: this.sid, From: script.withheld ? 'anonymous' : call.from, To: call.to, Direction: call.direction ?? 'inbound' };
  }

  /** Seconds until the caller's patience ends. */
  get patience(): number {
    return (this.script.patience ?? Number.POSITIVE_INFINITY) - this.seconds;
  }

  /** The app leads the caller elsewhere: what goes on is broken off. */
  redirect(lead: Lead): void {
    this.lead = lead;
    this.led.resolve();
  }

  /** Throws Redirected when the app has led the caller elsewhere. */
  private assertNotLed(): void {
    const { lead } = this;
    if (lead === null) return;
    this.lead = null;
    this.led = Promise.withResolvers<void>();
    throw new RedirectedError(lead);
  }

  /** Asks where the caller goes who was led elsewhere. */
  async requestLead({ url, fallbackUrl }: Lead): Promise<string | null> {
    const twiml = await this.postEvent(url, {});
    return twiml !== null || fallbackUrl === undefined ? twiml : this.postEvent(fallbackUrl, {});
  }

  /** Lets time pass. Throws HungUp when the caller leaves meanwhile, Redirected when the app leads them elsewhere. */
  async spendSeconds(seconds: number): Promise<void> {
    const spent = Math.min(seconds, Math.max(0, this.patience));
    this.seconds += spent;
    await this.context.waitSeconds(spent, this.led.promise);
    this.assertNotLed();
    if (spent < seconds) throw new HungUpError();
  }

  /** Lets time pass until something happens. Throws HungUp when the caller leaves before, Redirected when the app leads them elsewhere. */
  async waitFor<T>(event: Promise<T>): Promise<T> {
    const [started, most] = [this.context.getSeconds(), Math.min(this.patience, maxCallSeconds)];
    const came = event.then((value) => ({ value }));
    const happened = await Promise.race([
      came,
      this.led.promise.then(() => null),
      this.context.waitSeconds(most, Promise.race([came, this.led.promise])).then(() => null),
    ]);
    this.seconds += Math.min(most, this.context.getSeconds() - started);
    this.assertNotLed();
    if (happened === null) throw new HungUpError();
    return happened.value;
  }

  /** Tells the app something of this call; its answer. */
  postEvent(url: string, more: Fields, status = 'in-progress'): Promise<string | null> {
    return this.context.post(url, { ...this.fields, CallStatus: status, ...more });
  }

  /** Tells the app of a recording: of which call it is, but not whose, as the carrier does. */
  postRecording(url: string, more: Fields): Promise<string | null> {
    return this.context.post(url, { AccountSid: this.context.accountSid, CallSid: this.sid, RecordingStatus: 'completed', ...more });
  }

  /** Keeps a recording, and tells of it. */
  saveRecording(wav: Uint8Array, seconds: number, segments: readonly Segment[]): Fields {
    const { ledger, ownUrl, accountSid } = this.context;
    const sid = createSid('RE');
    ledger.saveFile({ sid, contentType: 'audio/x-wav', bytes: wav });
    ledger.saveTranscript(wav, segments);
    return {
      RecordingSid: sid,
      RecordingUrl: `${ownUrl}/2010-04-01/Accounts/${accountSid}/Recordings/${sid}`,
      RecordingDuration: String(Math.max(1, Math.round(seconds))),
    };
  }
}
