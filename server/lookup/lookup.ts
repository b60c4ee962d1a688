/** The port of caller lookups: who is behind a number, as a paid directory knows it. */
import type { CallerLookup } from '#contract/lookups/entities.ts';

/** Answer of a directory about a number. */
export type CallerInfo = Pick<CallerLookup, 'lineType' | 'carrier' | 'isPrepaid' | 'isCommercial' | 'owners'>;

/** A directory of callers; each question to it is paid. */
export interface CallerDirectory {
  /** Returns the known facts about a number in E.164. Rejects when the vendor does not answer; the words of a rejection never carry the number. */
  look(number: string): Promise<CallerInfo>;
}
