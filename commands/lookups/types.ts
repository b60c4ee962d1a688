/** Who is behind a number. */
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Looking up callers, for commands. */
export interface CallerServices {
  /** Asks the directory; the answer stands on the cards of the number and in a notice. */
  lookUp(number: string): CommandOutcomePromise;
}

/** What the area adds to what all commands know. */
export interface LookupsTypes {
  readonly services: { readonly callers: CallerServices };
}
