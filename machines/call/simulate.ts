/** Plays a call ahead of time, with the machine that answers real ones: who would ring, in what order, why, and what they would see. */
import { routeTypeLabel } from '#contract/routing/enums.ts';
import { preset } from '#contract/text/hour.ts';
import { displayPhone } from '#contract/text/phone.ts';
import type { CallEvent, CallResult } from './events.ts';
import { type Instruction, nextInstructions, secondsToSay } from './instructions.ts';
import { callerIdOf, phonesOf, type RoutingContext, routeOf } from './routingContext.ts';
import { type CallSnapshotData, initialCallState, transitionCall } from './transition.ts';

/** Behaviour of the people in the simulation. */
export interface Script {
  /** The key pressed in the menu; null: none. */
  readonly keys: string | null;
  /** Seconds each phone rings before it is picked up; no other phone answers. */
  readonly answers: Readonly<Record<string, number>>;
}

/** One thing that happens: `at` seconds, what, and why. */
export interface SimulationStep {
  readonly at: number;
  readonly kind: 'caller' | 'greeting' | 'menu' | 'extension' | 'hours' | 'caps' | 'skipped' | 'ring' | 'answered' | 'unanswered' | 'voicemail' | 'rejected';
  readonly title: string;
  readonly why: string;
}

export interface Simulation {
  readonly beats: readonly SimulationStep[];
  readonly result: CallResult;
  /** Every phone that rings, in order. */
  readonly rings: readonly { readonly number: string; readonly at: number; readonly timeout: number }[];
  /** Number an answering phone sees; null when none rings. */
  readonly callerId: { readonly number: string; readonly isCallers: boolean } | null;
  readonly seconds: number;
}

/** Words that only who asks knows: names of greetings, the hours. */
export interface SimulationLabels {
  greeting(id: number): string;
  /** Why it is open or closed: `Mon-Fri 9:00am-5:00pm, Los Angeles`. */
  readonly hours: string;
  /** `Closed on Sunday`, `Open on Monday`. */
  readonly openness: string;
  /** Verdict of the caps on phones rung and money spent: `Within the caps`, and how much of them is used. */
  readonly caps: { readonly title: string; readonly why: string };
}

const mostEvents = 80;

class Play {
  readonly beats: SimulationStep[] = [];
  readonly rings: { number: string; at: number; timeout: number }[] = [];
  private kept: CallSnapshotData = initialCallState;
  private at = 0;
  private readonly scene: RoutingContext;
  private readonly script: Script;
  private readonly wording: SimulationLabels;
  private saidHours = false;

  constructor(scene: RoutingContext, script: Script, wording: SimulationLabels) {
    this.scene = scene;
    this.script = script;
    this.wording = wording;
  }

  run(): Simulation {
    this.feed({ type: 'call.arrived', scene: this.scene, at: 0 });
    this.tell('caller', this.scene.block === null ? 'Not blocked' : 'Blocked', this.scene.block === null ? '' : 'caller is blocked');
    for (let count = 0; count < mostEvents && this.kept.state !== 'ended'; count += 1) this.step();
    const { result } = this.kept.context;
    const route = routeOf(this.scene, this.kept.context.extension);
    const number = this.rings.length > 0 && route ? callerIdOf(this.scene, route) : null;
    return {
      beats: this.beats,
      rings: this.rings,
      result,
      callerId: number === null ? null : { number, isCallers: number === this.scene.caller },
      seconds: this.at,
    };
  }

  private feed(event: CallEvent): void {
    this.kept = transitionCall(this.kept, event);
  }

  private tell(kind: SimulationStep['kind'], title: string, why: string): void {
    this.beats.push({ at: this.at, kind, title, why });
  }

  private step(): void {
    const heard = nextInstructions({ value: this.kept.state, context: this.kept.context });
    for (const instruction of heard) this.hear(instruction);
  }

  private hear(instruction: Instruction): void {
    if (instruction.kind === 'greeting') this.tell('greeting', `Greeting “${this.wording.greeting(instruction.greetingId)}”`, '');
    if (instruction.kind === 'greeting' || instruction.kind === 'words') this.at += secondsToSay(instruction);
    else if (instruction.kind === 'menu') this.menu(instruction);
    else if (instruction.kind === 'ring') this.ring(instruction);
    else if (instruction.kind === 'record') this.record();
    else this.end(instruction.kind === 'reject');
  }

  private end(isRejected: boolean): void {
    if (isRejected) this.tell('rejected', 'The call is rejected', 'no destination is called; not billed');
    this.feed({ type: 'call.ended', seconds: this.at, at: this.at });
  }

  private menu({ prompts, turn, wait }: Extract<Instruction, { kind: 'menu' }>): void {
    const { keys } = this.script;
    for (const prompt of prompts) {
      if (prompt.kind === 'greeting') this.tell('greeting', `Greeting “${this.wording.greeting(prompt.greetingId)}”`, `waits ${wait}s for a key`);
      this.at += secondsToSay(prompt);
    }
    this.at += keys === null ? wait : 1;
    this.feed({ type: 'keys.pressed', keys: keys ?? '', turn, at: this.at });
    if (this.kept.state === 'menu') return;
    const { extension } = this.kept.context;
    const route = routeOf(this.scene, extension);
    const isChosen = keys !== null && route !== undefined && String(route.extension) === keys;
    const title = `Extension ${route?.extension ?? ''}${route?.label ? ` “${route.label}”` : ''}`;
    this.tell(
      'extension',
      title,
      isChosen ? `the caller pressed ${keys}` : keys === null ? 'no key pressed; using the first extension' : `no extension ${keys}; using the first extension`,
    );
  }

  private hours(): void {
    if (this.saidHours) return;
    this.saidHours = true;
    this.tell('hours', this.wording.openness, this.wording.hours);
    const route = routeOf(this.scene, this.kept.context.extension);
    const mayRing = this.scene.isOpen && this.scene.routing.preset !== preset.voicemail && route?.type !== 'voicemail';
    if (mayRing && (route?.forwards.length ?? 0) > 0) this.tell('caps', this.wording.caps.title, this.wording.caps.why);
    // If no phone may ring at all, the voicemail step gives the reason.
    if (!mayRing || !route || phonesOf(this.scene, route).length === 0) return;
    for (const { number } of route.forwards) {
      const reason = this.scene.refused[number];
      if (reason !== undefined) this.tell('skipped', `Skips ${displayPhone(number)}`, reason);
    }
  }

  private ring({ round, numbers, timeout, musicId }: Extract<Instruction, { kind: 'ring' }>): void {
    if (round === 0) this.hours();
    const route = routeOf(this.scene, this.kept.context.extension);
    this.tell(
      'ring',
      `Rings ${numbers.map(displayPhone).join(', ')}`,
      `${numbers.length > 1 ? 'simultaneous' : routeTypeLabel[route?.type ?? 'standard']}, for ${timeout}s${musicId === null ? '' : `; the caller hears the hold music “${this.wording.greeting(musicId)}”`}`,
    );
    this.rings.push(...numbers.map((number) => ({ number, at: this.at, timeout })));
    const wait = Math.min(...numbers.map((number) => this.script.answers[number] ?? Number.POSITIVE_INFINITY));
    const who = numbers.find((number) => this.script.answers[number] === wait);
    const isAnswered = who !== undefined && wait < timeout;
    this.at += isAnswered ? wait : timeout;
    if (isAnswered) {
      this.feed({ type: 'phone.accepted', number: who, round, at: this.at });
      this.tell('answered', `${displayPhone(who)} answers`, `after ${wait}s`);
    } else this.tell('unanswered', numbers.length > 1 ? 'No answer' : `${displayPhone(numbers[0] ?? '')} does not answer`, '');
    this.feed({ type: 'dial.ended', round, isAnswered, seconds: 0, at: this.at });
  }

  private record(): void {
    this.hours();
    const { context } = this.kept;
    const route = routeOf(this.scene, context.extension);
    const refusals = route?.forwards.map(({ number }) => this.scene.refused[number]).filter((reason) => reason !== undefined) ?? [];
    const id = route?.voicemailGreetingId ?? this.scene.routing.voicemailGreetingId;
    const [refusal] = refusals;
    const isRung = this.rings.length > 0;
    const because = isRung
      ? 'no answer'
      : !this.scene.isOpen
        ? `extension ${route?.extension ?? 1} isn’t called outside business hours`
        : (refusal ?? 'no phone rings here');
    this.tell('voicemail', id === null ? 'Voicemail' : `Voicemail “${this.wording.greeting(id)}”`, because);
    this.feed({ type: 'message.recorded', seconds: 0, at: this.at });
  }
}

/** Plays it. Takes well under a millisecond: no clock, no network, no database. */
export const simulate = (scene: RoutingContext, script: Script, wording: SimulationLabels): Simulation => new Play(scene, script, wording).run();
