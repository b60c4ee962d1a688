/** Values of a command's arguments in the palette: found by what they show, read back while they are typed. */
import { expect, test } from 'vitest';
import type { ReadBack } from '#commands/core/args.ts';
import { filterOptions } from '#src/palette/choices.ts';
import { readBack } from '#src/palette/readBack.ts';

test('a value is found by the number it shows', () => {
  const rates = [0.75, 1, 1.25, 1.5, 2].map((value) => ({ value, id: String(value), title: `${value}×` }));
  const found = (typed: string) => filterOptions(rates, typed).map(({ title }) => title);
  expect([found('1.5'), found('0.75'), found('1.2'), found('2')]).toEqual([['1.5×'], ['0.75×'], ['1.25×'], ['2×']]);
});

test('a number among the choices is found by any part of its digits, also where it has a name', () => {
  const line = { value: 1, id: '1', title: 'PLUMB', detail: '+1 800-767-5862 · 24/7' };
  const other = { value: 2, id: '2', title: 'Main line', detail: '+1 415-555-0100 · 24/7' };
  for (const typed of ['+1 800-767-5862', '8007675862', '767-5862', 'plumb']) expect(filterOptions([line, other], typed)).toEqual([line]);
});

test('times, days and hours are read back in full', () => {
  const now = new Date('2026-11-23T20:00:00Z');
  const zone = 'America/Los_Angeles';
  const read = (kind: ReadBack, text: string) => readBack(kind, text, now, zone)?.replace(/\s/g, ' ');
  expect(read('instant', 'tomorrow 9am')).toBe('Tomorrow, 9:00 AM PST');
  expect(read('instant', 'in 2 hours')).toBe('Today, 2:00 PM PST');
  expect(read('instant', '2027-07-05 9:00')).toBe('Mon, Jul 5, 2027, 9:00 AM PDT');
  expect(read('day', '2026-03-05')).toBe('Thu, Mar 5, 2026');
  expect(read('hours', 'mon-fri 9-5, sat closed')).toBe('Mon-Fri 9:00am-5:00pm, Sat-Sun closed');
  expect([read('instant', 'someday'), read('day', '2026-02-30'), read('hours', 'x'), read('schedule', 'x')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
