import { describe, expect, test } from 'vitest';
import { parseMoment } from '#src/features/routing/parseMoment.ts';

/** A Friday, 09:00 in New York. */
const now = Date.parse('2026-03-06T14:00:00Z');
const at = (words: string) => {
  const moment = parseMoment(words, 'America/New_York', now);
  return moment === null ? null : new Date(moment).toISOString();
};

describe('a moment in words', () => {
  test.each([
    ['sunday 18:05', '2026-03-08T22:05:00.000Z'],
    ['sat 9am', '2026-03-07T14:00:00.000Z'],
    ['friday 9:30', '2026-03-06T14:30:00.000Z'],
    ['fri 8am', '2026-03-13T12:00:00.000Z'],
    ['12pm', '2026-03-06T17:00:00.000Z'],
    ['12am', '2026-03-07T05:00:00.000Z'],
    ['at 18:05', '2026-03-06T23:05:00.000Z'],
  ])('%s is %s, also behind a change of clocks', (words, instant) => {
    expect(at(words)).toBe(instant);
  });

  test.each(['', 'someday', 'blursday 9', 'mon 25:00', '13pm'])('“%s” is none', (words) => {
    expect(at(words)).toBeNull();
  });
});
