/** Calls that go on, as commands reach them. */
import type { LiveCall } from '#contract/calling/entities.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Live calls and the limits of calls, for commands. */
export interface CallingServices {
  /** A note on a call, while it rings or afterwards. */
  note(callId: number, body: string): CommandOutcomePromise;
  /** Changes where calls may go on to, and what they may cost. */
  saveLimits(changes: { readonly countries?: readonly string[]; readonly dialsPerMinute?: number; readonly centsPerDay?: number }): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface CallingTypes {
  readonly rows: { readonly liveCall: LiveCall };
  readonly scopes: 'live';
  readonly panes: 'live';
  readonly services: { readonly calling: CallingServices };
}
