/** Schedules. */
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** The company's schedule, or the person's own in it. */
export type ScheduleOwner = 'company' | 'mine';

/** Schedules, for commands. */
export interface ScheduleServices {
  /** Returns the current schedule in words; undefined where it is not known, or never set. */
  words(whose: ScheduleOwner): Promise<string | undefined>;
  setTimes(whose: ScheduleOwner, words: string): CommandOutcomePromise;
  setZone(whose: ScheduleOwner, zone: string): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface ScheduleTypes {
  readonly scopes: 'schedule';
  readonly panes: 'schedule';
  readonly services: { readonly schedule: ScheduleServices };
}
