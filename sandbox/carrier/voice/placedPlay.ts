/** Plays a call that a browser makes: what the app says of it is done as a carrier would, the phone behaves by its number, both are heard. */
import { createSid } from '../ledger.ts';
import type { Fields } from '../post.ts';
import { parseVerbs, type Verb } from '../twiml.ts';
import { createBrowserRecording, createCallerAudio, toSamples } from './audio.ts';
import { findBehaviour, type PhoneBehaviour, toCallerScript } from './behaviour.ts';
import { followDocuments } from './call.ts';
import { computeRingSeconds } from './dial.ts';
import type { PlacedCall } from './placedCall.ts';
import { type CallContext, OngoingCall, RedirectedError } from './world.ts';

const endings: Readonly<Partial<Record<PhoneBehaviour['kind'], string>>> = { busy: 'busy', rejects: 'busy', notInService: 'failed' };
const everyEvent: Readonly<Record<string, string>> = { initiated: 'initiated', ringing: 'ringing', 'in-progress': 'answered' };
const rangeSeconds = 30;
/** Seconds people talk who are called, unless their behaviour says otherwise: whoever called hangs up before. */
const talkSeconds = 120;

/** Plays the phone that is dialled, and what follows the app's words until the call is over. */
class Playing {
  private readonly world: CallContext;
  private readonly call: PlacedCall;
  private readonly line: OngoingCall;

  constructor(world: CallContext, call: PlacedCall, from: string) {
    this.world = world;
    this.call = call;
    this.line = new OngoingCall(world, toCallerScript(from, { kind: 'answered', talkSeconds }), { from, to: '' }, call.sid);
  }

  /** Lets time pass, or the browser leave. */
  private wait = (seconds: number): Promise<void> => this.world.waitSeconds(seconds, this.call.ended);

  async run(parameters: Fields): Promise<void> {
    const { call, line, world } = this;
    const getUrl = (path: string) => `${world.webhookUrl}/webhooks/carrier/calls/${path}`;
    const started = world.getSeconds();
    try {
      let twiml = await line.postEvent(getUrl('outgoing'), parameters, 'ringing');
      while (twiml !== null && !call.hasEnded) twiml = await this.follow(twiml);
    } finally {
      call.end();
      await line.postEvent(getUrl('outgoing-status'), { CallDuration: String(Math.round(world.getSeconds() - started)) }, 'completed');
    }
  }

  /** The document after this one; null when the call is over. */
  private async follow(twiml: string): Promise<string | null> {
    for (const verb of parseVerbs(twiml)) {
      if (this.call.hasEnded || verb.name === 'Hangup' || verb.name === 'Reject') return null;
      if (verb.name === 'Say') await this.speak(verb.text);
      if (verb.name === 'Dial') {
        const next = await this.dial(verb);
        if (verb.attributes.action !== undefined) return next;
      }
    }
    return null;
  }

  private async speak(words: string): Promise<void> {
    const { wav, seconds } = await this.world.speak(words);
    (await this.call.answer())?.play(toSamples(wav));
    await this.wait(seconds);
  }

  private async dial(verb: Verb): Promise<string | null> {
    const { call, line, world } = this;
    const noun = verb.children.find(({ name }) => name === 'Number');
    const number = (noun?.text ?? verb.text).trim();
    const attributes = noun?.attributes ?? {};
    const from = verb.attributes.callerId ?? '';
    const leg = { CallSid: createSid('CA'), ParentCallSid: line.sid, From: from, To: number, Direction: 'outbound-dial' };
    const tell = async (status: string, more: Fields = {}) => {
      const wanted = (attributes.statusCallbackEvent ?? 'completed').split(' ');
      if (attributes.statusCallback === undefined || !wanted.includes(everyEvent[status] ?? 'completed')) return;
      await world.post(attributes.statusCallback, { ...leg, CallStatus: status, ...more });
    };
    const conclude = async (status: string, more: Fields = {}): Promise<string | null> => {
      const { action } = verb.attributes;
      return action === undefined || call.hasEnded ? null : line.postEvent(action, { DialCallSid: leg.CallSid, DialCallStatus: status, ...more });
    };
    const behaviour = findBehaviour(number, line.script);
    // Made while it rings: who picks up speaks at once.
    const words = createCallerAudio(world, call.sid);
    words.catch(() => undefined);
    const [at, timeout] = [computeRingSeconds(behaviour), Number(verb.attributes.timeout ?? rangeSeconds)];
    await tell('initiated');
    call.ring();
    await tell('ringing');
    await this.wait(Math.min(at, timeout));
    const failure = call.hasEnded ? 'canceled' : at >= timeout ? 'no-answer' : endings[behaviour.kind];
    if (failure !== undefined) {
      await tell(failure, { CallDuration: '0' });
      return conclude(failure, { DialBridged: 'false' });
    }
    await tell('in-progress');
    if (attributes.url !== undefined) await this.greet(await world.post(attributes.url, { ...leg, CallStatus: 'in-progress' }));
    const party = new OngoingCall(world, line.script, { from, to: number, direction: 'outbound-dial' }, leg.CallSid);
    world.switchboard.addCall(party);
    const { seconds, led } = await this.talk(verb, behaviour, words, party);
    const finish = async () => {
      if (led !== null) await followDocuments(party, await party.requestLead(led.lead));
      world.switchboard.removeCall(party);
      await tell('completed', { CallDuration: String(Math.max(seconds, Math.round(party.seconds))) });
    };
    // The call of the other party goes on after the browser's has ended.
    if (led === null) await finish();
    else void finish().catch(() => undefined);
    return conclude('completed', { DialCallDuration: String(seconds), DialBridged: 'true' });
  }

  /** Plays something to whoever picked up before they are put through. */
  private async greet(twiml: string | null): Promise<void> {
    for (const verb of parseVerbs(twiml ?? '')) if (verb.name === 'Say') await this.wait((await this.world.speak(verb.text)).seconds);
  }

  /** Talks until somebody hangs up, or the app leads the party elsewhere; how many seconds. */
  private async talk(
    { attributes }: Verb,
    behaviour: PhoneBehaviour,
    words: ReturnType<typeof createCallerAudio>,
    party: OngoingCall,
  ): Promise<{ readonly seconds: number; readonly led: RedirectedError | null }> {
    const { call, line, world } = this;
    const media = await call.answer();
    if (media === null) return { seconds: 0, led: null };
    const { samples, segments } = await words;
    media.play(samples);
    const started = world.getSeconds();
    const longest = (behaviour.kind === 'answers' ? behaviour.hangsUpAfter : undefined) ?? line.script.talkSeconds;
    let led: RedirectedError | null = null;
    try {
      await party.waitFor(this.wait(longest));
    } catch (error) {
      if (!(error instanceof RedirectedError)) throw error;
      led = error;
    }
    const seconds = Math.max(1, Math.round(world.getSeconds() - started));
    const { record, recordingStatusCallback } = attributes;
    const made = createBrowserRecording(media, segments, 'phone');
    if (led === null && !call.hasEnded) call.end();
    if (record === undefined || record === 'do-not-record' || recordingStatusCallback === undefined) return { seconds, led };
    const fields = line.saveRecording(made.wav, made.seconds, made.segments);
    await line.postRecording(recordingStatusCallback, { ...fields, RecordingChannels: '2', RecordingSource: 'DialVerb' });
    return { seconds, led };
  }
}

/** Plays a call of a browser to its end. `identity`: who calls; `parameters`: those of its token, and what the browser adds. */
export const playPlacedCall = (world: CallContext, call: PlacedCall, identity: string, parameters: Fields): Promise<void> =>
  new Playing(world, call, `client:${identity}`).run(parameters);
