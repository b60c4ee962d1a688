/** The outside world on a laptop, as the palette commands it. */
import type { Done } from './services.ts';

/** What a caller does who is told what to do. Waits are in seconds; `words` null: hangs up at the tone. */
export interface CallerPlan {
  readonly presses: readonly string[];
  readonly talkSeconds: number;
  readonly patience: number | null;
  readonly words: string | null;
  /** Whether phones without a behaviour of their own are answered. */
  readonly answered: boolean;
}

export interface SandboxServices {
  /** Rings a number of ours from somebody outside. */
  ring(number: string, from?: string): Done;
  /** A customer texts a number of ours. */
  text(number: string, body: string, from?: string): Done;
  /** Somebody leaves these words; without any, words of the sandbox's own. */
  voicemail(number: string, words?: string): Done;
  /** A caller who does as told: keys pressed, one entry a menu; seconds of talk and of patience; words after the tone. */
  script(number: string, script: CallerPlan): Done;
  /** So many calls at once, to one number or to all of them. */
  storm(count: number, number?: string): Done;
  /** Events a minute of the traffic generator. */
  setRate(perMinute: number): Done;
  pause(isPaused: boolean): Done;
}
