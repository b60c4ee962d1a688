/** Plays a call ahead of time, with the machine that answers real ones: who would ring, in what order, why, and what they would see. */
import { routeTypeLabel } from '#contract/routing/enums.ts';
import { preset } from '#contract/text/hour.ts';
import type { CallEvent, CallResult } from './events.ts';
import { computeSpeechSeconds, getInstructions, type Instruction } from './instructions.ts';
import { findRoute, getCallerId, listRounds, listRoutePeople, nameDestination, type RoutingContext } from './routingContext.ts';
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
  getGreeting(id: number): string;
  /** Why it is open or closed: `Mon-Fri 9:00am-5:00pm, Los Angeles`. */
  readonly hours: string;
  /** `Closed on Sunday`, `Open on Monday`. */
  readonly openness: string;
  /** Verdict of the caps on phones rung and money spent: `Within the caps`, and how much of them is used. */
  readonly caps: { readonly title: string; readonly why: string };
}

const maxEvents = 80;

class Simulator {
  readonly beats: SimulationStep[] = [];
  readonly rings: { number: string; at: number; timeout: number }[] = [];
  private snapshot: CallSnapshotData = initialCallState;
  private at = 0;
  private readonly scene: RoutingContext;
  private readonly script: Script;
  private readonly labels: SimulationLabels;
  private isHoursExplained = false;

  constructor(scene: RoutingContext, script: Script, wording: SimulationLabels) {
    this.scene = scene;
    this.script = script;
    this.labels = wording;
  }

  run(): Simulation {
    this.send({ type: 'call.arrived', scene: this.scene, at: 0 });
    this.addStep('caller', this.scene.block === null ? 'Not blocked' : 'Blocked', this.scene.block === null ? '' : 'caller is blocked');
    for (let count = 0; count < maxEvents && this.snapshot.state !== 'ended'; count += 1) this.step();
    const { result } = this.snapshot.context;
    const route = findRoute(this.scene, this.snapshot.context.extension);
    const number = this.rings.length > 0 && route ? getCallerId(this.scene, route) : null;
    return {
      beats: this.beats,
      rings: this.rings,
      result,
      callerId: number === null ? null : { number, isCallers: number === this.scene.caller },
      seconds: this.at,
    };
  }

  private send(event: CallEvent): void {
    this.snapshot = transitionCall(this.snapshot, event);
  }

  private addStep(kind: SimulationStep['kind'], title: string, why: string): void {
    this.beats.push({ at: this.at, kind, title, why });
  }

  private step(): void {
    const heard = getInstructions({ value: this.snapshot.state, context: this.snapshot.context });
    for (const instruction of heard) this.play(instruction);
  }

  private play(instruction: Instruction): void {
    if (instruction.kind === 'greeting') this.addStep('greeting', `Greeting “${this.labels.getGreeting(instruction.greetingId)}”`, '');
    if (instruction.kind === 'greeting' || instruction.kind === 'words') this.at += computeSpeechSeconds(instruction);
    else if (instruction.kind === 'menu') this.playMenu(instruction);
    else if (instruction.kind === 'ring') this.playRing(instruction);
    else if (instruction.kind === 'record') this.playRecord();
    else this.playEnd(instruction.kind === 'reject');
  }

  private playEnd(isRejected: boolean): void {
    if (isRejected) this.addStep('rejected', 'The call is rejected', 'no destination is called; not billed');
    this.send({ type: 'call.ended', seconds: this.at, at: this.at });
  }

  private playMenu({ prompts, turn, wait }: Extract<Instruction, { kind: 'menu' }>): void {
    const { keys } = this.script;
    for (const prompt of prompts) {
      if (prompt.kind === 'greeting') this.addStep('greeting', `Greeting “${this.labels.getGreeting(prompt.greetingId)}”`, `waits ${wait}s for a key`);
      this.at += computeSpeechSeconds(prompt);
    }
    this.at += keys === null ? wait : 1;
    this.send({ type: 'keys.pressed', keys: keys ?? '', turn, at: this.at });
    if (this.snapshot.state === 'menu') return;
    const { extension } = this.snapshot.context;
    const route = findRoute(this.scene, extension);
    const isChosen = keys !== null && route !== undefined && String(route.extension) === keys;
    const title = `Extension ${route?.extension ?? ''}${route?.label ? ` “${route.label}”` : ''}`;
    this.addStep(
      'extension',
      title,
      isChosen ? `the caller pressed ${keys}` : keys === null ? 'no key pressed; using the first extension' : `no extension ${keys}; using the first extension`,
    );
  }

  private explainHours(): void {
    if (this.isHoursExplained) return;
    this.isHoursExplained = true;
    this.addStep('hours', this.labels.openness, this.labels.hours);
    const route = findRoute(this.scene, this.snapshot.context.extension);
    const mayRing = this.scene.isOpen && this.scene.routing.preset !== preset.voicemail && route?.type !== 'voicemail';
    const people = route ? listRoutePeople(this.scene, route) : [];
    if (mayRing && (people.length > 0 || (route?.forwards.length ?? 0) > 0)) this.addStep('caps', this.labels.caps.title, this.labels.caps.why);
    // If no phone may ring at all, the voicemail step gives the reason.
    if (!mayRing || !route || listRounds(this.scene, this.snapshot.context.extension).length === 0) return;
    for (const number of [...people.map(({ client }) => client), ...route.forwards.map((forward) => forward.number)]) {
      const reason = this.scene.refused[number];
      if (reason !== undefined) this.addStep('skipped', `Skips ${nameDestination(this.scene, number)}`, reason);
    }
  }

  private playRing({ round, numbers, timeout, musicId }: Extract<Instruction, { kind: 'ring' }>): void {
    if (round === 0) this.explainHours();
    const route = findRoute(this.scene, this.snapshot.context.extension);
    this.addStep(
      'ring',
      `Rings ${numbers.map((number) => nameDestination(this.scene, number)).join(', ')}`,
      `${numbers.length > 1 ? 'simultaneous' : routeTypeLabel[route?.type ?? 'standard']}, for ${timeout}s${musicId === null ? '' : `; the caller hears the hold music “${this.labels.getGreeting(musicId)}”`}`,
    );
    this.rings.push(...numbers.map((number) => ({ number, at: this.at, timeout })));
    const wait = Math.min(...numbers.map((number) => this.script.answers[number] ?? Number.POSITIVE_INFINITY));
    const who = numbers.find((number) => this.script.answers[number] === wait);
    const isAnswered = who !== undefined && wait < timeout;
    this.at += isAnswered ? wait : timeout;
    if (isAnswered) {
      this.send({ type: 'phone.accepted', number: who, round, at: this.at });
      this.addStep('answered', `${nameDestination(this.scene, who)} answers`, `after ${wait}s`);
    } else this.addStep('unanswered', numbers.length > 1 ? 'No answer' : `${nameDestination(this.scene, numbers[0] ?? '')} does not answer`, '');
    this.send({ type: 'dial.ended', round, isAnswered, seconds: 0, at: this.at });
  }

  private playRecord(): void {
    this.explainHours();
    const { context } = this.snapshot;
    const route = findRoute(this.scene, context.extension);
    const asked = route ? [...listRoutePeople(this.scene, route).map(({ client }) => client), ...route.forwards.map(({ number }) => number)] : [];
    const refusals = asked.map((number) => this.scene.refused[number]).filter((reason) => reason !== undefined);
    const id = route?.voicemailGreetingId ?? this.scene.routing.voicemailGreetingId;
    const [refusal] = refusals;
    const isRung = this.rings.length > 0;
    const because = isRung
      ? 'no answer'
      : !this.scene.isOpen
        ? `extension ${route?.extension ?? 1} isn’t called outside business hours`
        : (refusal ?? 'no phone rings here');
    this.addStep('voicemail', id === null ? 'Voicemail' : `Voicemail “${this.labels.getGreeting(id)}”`, because);
    this.send({ type: 'message.recorded', seconds: 0, at: this.at });
  }
}

/** Plays it. Takes well under a millisecond: no clock, no network, no database. */
export const simulate = (scene: RoutingContext, script: Script, wording: SimulationLabels): Simulation => new Simulator(scene, script, wording).run();
