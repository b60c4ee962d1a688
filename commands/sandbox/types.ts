/** The outside world on a laptop, as the palette commands it. */
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Somebody outside who always does the same; `title` says what. */
export interface SandboxCaller {
  readonly number: string;
  readonly title: string;
}

/** Origin of a visitor of the demo site. */
export const visitorSources = ['google', 'microsoft', 'meta', 'organic', 'referral', 'direct'] as const;
type VisitorSource = (typeof visitorSources)[number];

export interface SandboxServices {
  /** Rings a number of ours from somebody outside. */
  ring(number: string, from?: string): CommandOutcomePromise;
  /** Returns the callers who may be asked to ring. */
  callers(signal?: AbortSignal): Promise<readonly SandboxCaller[]>;
  /** So many callers at once, to all numbers of ours. */
  storm(count: number): CommandOutcomePromise;
  /** A customer texts a number of ours. */
  text(number: string, body: string, from?: string): CommandOutcomePromise;
  /** Somebody faxes a number of ours. */
  fax(number: string): CommandOutcomePromise;
  /** Somebody leaves these words; without any, words of the sandbox's own. */
  voicemail(number: string, words?: string): CommandOutcomePromise;
  /** Events a minute of the traffic generator. */
  setRate(perMinute: number): CommandOutcomePromise;
  pause(isPaused: boolean): CommandOutcomePromise;
  /** Puts the company's tracking script into the demo site. */
  installScript(): CommandOutcomePromise;
  /** Somebody visits the demo site and calls the number they see. */
  visit(source: VisitorSource): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface SandboxTypes {
  readonly services: { readonly sandbox: SandboxServices };
}
