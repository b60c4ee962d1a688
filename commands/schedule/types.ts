/** Schedules. */
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** The company's schedule, or the person's own in it. */
export type Whose = 'company' | 'mine';

/** Schedules, for commands. */
export interface ScheduleServices {
  /** What it says now in words; undefined where that is not known, or never set. */
  words(whose: Whose): string | undefined;
  setTimes(whose: Whose, words: string): CommandOutcomePromise;
  setZone(whose: Whose, zone: string): CommandOutcomePromise;
}

/** What the area adds to what all commands know. */
export interface ScheduleTypes {
  readonly scopes: 'schedule';
  readonly panes: 'schedule';
  readonly services: { readonly schedule: ScheduleServices };
}
