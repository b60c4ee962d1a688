/** The port of caller lookups: who is behind a number, as a paid directory knows it. */
import type { CallerLookup } from '#contract/lookups.ts';

export type FoundCaller = Pick<CallerLookup, 'lineType' | 'carrier' | 'isPrepaid' | 'isCommercial' | 'owners'>;

export interface CallerDirectory {
  /** What is known of a number in E.164. Rejects when the vendor does not answer; the words of a rejection never carry the number. */
  look(number: string): Promise<FoundCaller>;
}
