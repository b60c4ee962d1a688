/** Files as people upload them: the smallest of each kind that is one. */
import { toWav } from '#contract/core/wav.ts';

/** A tenth of a second of a tone, as a WAV file. */
export const tone = toWav(
  Int16Array.from({ length: 800 }, (_, at) => 8_000 * Math.sin(at / 3)),
  8_000,
);

/** A PNG of one dot. */
export const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A PDF without a page. */
export const pdf = new TextEncoder().encode(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
