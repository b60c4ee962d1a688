/** Traffic at a rate: texts, calls, voicemails to the numbers it was told of; and answers to what the app sends. */

import type { LedgerMessage } from '../carrier/ledger.ts';
import { pauseFor } from '../carrier/post.ts';
import { type CallPlan, magicCallers } from '../carrier/voice/behaviour.ts';
import type { PlayedCall } from '../carrier/voice/call.ts';
import { computeRunningTotals, createRandom, type Random } from '../world/random.ts';
import { listCustomers } from './customers.ts';
import { listAnswers, openers, voicemails } from './words.ts';

/** Actions the generator can trigger. */
interface OutsideActions {
  sendText(to: string, from: string, body: string, withPicture?: boolean): Promise<void>;
  playCall(to: string, from: string, plan: CallPlan): Promise<PlayedCall>;
}

interface GeneratorOptions {
  readonly seed: number;
  readonly perMinute: number;
  /** Milliseconds from a text of the app to the customer's answer, least and most. */
  readonly answerMs: readonly [number, number];
}

export interface Generator {
  status(): { readonly perMinute: number; readonly isPaused: boolean; readonly numbers: number; readonly made: number };
  setNumbers(numbers: readonly string[]): void;
  /** One more number that customers know, or one less. */
  changeNumbers(added: string | undefined, gone: string | undefined): void;
  /** Customers the app knows already. */
  know(customers: readonly string[]): void;
  setRate(perMinute: number): void;
  pause(isPaused: boolean): void;
  /** Makes `count` things happen at once, as the rate would one after another. */
  burst(count: number): Promise<void>;
  ring(to: string, from?: string, plan?: CallPlan): Promise<PlayedCall>;
  /** Many callers at once, each behaving in its own way, on one number or on all; what became of each as the carrier saw it. */
  storm(count: number, to?: string): Promise<readonly PlayedCall[]>;
  text(to: string, body?: string, from?: string, withPicture?: boolean): Promise<void>;
  /** Somebody leaves these words, or words of the sandbox's own. */
  voicemail(to: string, from?: string, words?: string): Promise<PlayedCall>;
  /** The app texted a customer: most answer. */
  answer(message: LedgerMessage): Promise<void>;
}

const kinds = ['text', 'answered', 'missed', 'voicemail'] as const;
const weights = computeRunningTotals([60, 20, 10, 10]);
const answerPercent = 80;
const knownPercent = 70;
const maxPerMinute = 600;

export function createGenerator(outside: OutsideActions, options: GeneratorOptions, signal: AbortSignal): Generator {
  const random = createRandom(options.seed);
  const strangers = listCustomers(options.seed);
  let known: readonly string[] = [];
  const customer = () => random.pick(known.length > 0 && random.chance(knownPercent / 100) ? known : strangers);
  const answered = new Map<string, number>();
  let numbers: readonly string[] = [];
  let perMinute = options.perMinute;
  let isPaused = false;
  let made = 0;
  let timer: NodeJS.Timeout | null = null;

  const happen = async (): Promise<void> => {
    if (numbers.length === 0) return;
    const to = random.pick(numbers);
    const from = customer();
    const kind = random.weighted(kinds, weights);
    made += 1;
    if (kind === 'text') return outside.sendText(to, from, random.pick(openers), random.chance(0.08));
    await outside.playCall(to, from, createPlan(kind, random));
  };
  const schedule = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (isPaused || perMinute === 0 || signal.aborted) return;
    const mean = 60_000 / perMinute;
    timer = setTimeout(
      () => {
        happen().catch(() => {});
        schedule();
      },
      mean * (0.5 + random.next()),
    );
    timer.unref();
  };
  signal.addEventListener('abort', schedule);
  schedule();

  return {
    status: () => ({ perMinute, isPaused, numbers: numbers.length, made }),
    setNumbers(given) {
      numbers = [...given];
    },
    changeNumbers(added, gone) {
      numbers = [...numbers.filter((number) => number !== gone && number !== added), ...(added === undefined ? [] : [added])];
    },
    know(customers) {
      known = [...customers];
    },
    setRate(rate) {
      perMinute = Math.min(Math.max(rate, 0), maxPerMinute);
      isPaused = false;
      schedule();
    },
    pause(paused) {
      isPaused = paused;
      schedule();
    },
    burst: async (count) => void (await Promise.allSettled(Array.from({ length: count }, happen))),
    ring: (to, from = customer(), plan = createPlan('answered', random)) => outside.playCall(to, from, plan),
    text: (to, body = random.pick(openers), from = customer(), withPicture = false) => outside.sendText(to, from, body, withPicture),
    storm: (count, to) =>
      Promise.all(Array.from({ length: count }, (_, at) => outside.playCall(to ?? random.pick(numbers), createStormCaller(at), createStormPlan(at)))),
    voicemail: (to, from = customer(), words) =>
      outside.playCall(to, from, words === undefined ? createPlan('voicemail', random) : { kind: 'voicemail', words }),
    async answer(message) {
      const before = answered.get(message.to) ?? 0;
      answered.set(message.to, before + 1);
      const own = createRandom(options.seed + hash(`${message.to}${message.body}${before}`));
      if (!own.chance(answerPercent / 100)) return;
      await pauseFor(own.int(...options.answerMs), signal);
      if (!signal.aborted) await outside.sendText(message.from, message.to, own.pick(listAnswers(message.body)));
    },
  };
}

function createPlan(kind: 'answered' | 'missed' | 'voicemail', random: Random): CallPlan {
  if (kind === 'answered') return { kind, talkSeconds: random.int(12, 90) };
  return kind === 'missed' ? { kind } : { kind, words: random.pick(voicemails) };
}

/** Callers of a storm have numbers of their own, the same each time. */
const createStormCaller = (at: number) => `+1916${555 + Math.floor(at / 10_000)}${String(at % 10_000).padStart(4, '0')}`;
/** One behaviour after another: the magic callers', and an ordinary conversation. */
const createStormPlan = (at: number): CallPlan => {
  const behaviours = [...magicCallers.filter(({ script }) => !script.withheld).map(({ script }) => script), { talkSeconds: 15 }];
  return { kind: 'script', ...behaviours[at % behaviours.length] };
};

function hash(text: string): number {
  let sum = 2_166_136_261;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return sum >>> 0;
}
