/** Lookup of the person behind a number, as commands use it. */
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Looking up callers, for commands. */
export interface CallerServices {
  /** Asks the directory; the answer stands on the cards of the number and in a notice. */
  lookUp(number: string): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface LookupsTypes {
  readonly services: { readonly callers: CallerServices };
}
