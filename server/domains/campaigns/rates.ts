/** Send rates of numbers and costs of texts: data with its source and date (rates.json). */
import { isTollFree } from '../../destinations.ts';
import type { Services } from '../../services.ts';
import data from './rates.json' with { type: 'json' };

const { segmentsPerSecond } = data.rates;
const { dollars } = data.prices;

/** Segments a second the carrier takes from a number. The sandbox takes more, so that nobody waits for a rehearsal. */
export function getRate({ config }: Pick<Services, 'config'>, number: string): number {
  if (config.sandboxUrl !== null) return segmentsPerSecond.sandbox;
  return isTollFree(number) ? segmentsPerSecond.tollFree : segmentsPerSecond.longCode;
}

/** US dollars of a text: by its segments, or for its files whatever its length. */
export const getPrice = (segments: number, hasMedia: boolean): number => (hasMedia ? dollars.media : segments * dollars.segment);
