/** Greetings. */

import type { Greeting, GreetingVoice } from '#contract/greetings/entities.ts';
import type { UserEvent as GreetingEditEvent } from '#machines/greetingEdit/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Greetings, for commands. */
export interface GreetingServices {
  /** Opens the form: of a greeting, or (null) of a new one. */
  edit(greeting: Greeting | null): void;
  /** Asks for a file from this computer. */
  chooseFile(): void;
  voices(): Promise<readonly GreetingVoice[]>;
  delete(greeting: Greeting): CommandOutcomePromise;
  /** Plays it, or stops it. */
  play(greeting: Greeting): Promise<void>;
}

/** Types the area adds to those shared by all commands. */
export interface GreetingsTypes {
  readonly rows: { readonly greeting: Greeting };
  readonly scopes: 'greetings' | 'greetingForm';
  readonly panes: 'greetings';
  readonly services: { readonly greetings: GreetingServices };
  readonly flows: { readonly greetingEdit: GreetingEditEvent };
}
