import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countSegments, splitSegments } from '#contract/text/segments.ts';

const shape = (text: string, isTollFree = false) => {
  const { encoding, count } = countSegments(text, isTollFree);
  return `${encoding} ${count}`;
};
const gsm = fc.array(fc.constantFrom(...'abcXYZ 019@£$Ωé{}[]~|€^\\\n'), { maxLength: 700 }).map((letters) => letters.join(''));
const anything = fc.string({ unit: 'grapheme', maxLength: 400 });

test('160 plain characters are one segment, 161 are two, 307 are three', () => {
  expect([0, 1, 160, 161, 306, 307].map((length) => shape('a'.repeat(length)))).toEqual(['GSM-7 0', 'GSM-7 1', 'GSM-7 1', 'GSM-7 2', 'GSM-7 2', 'GSM-7 3']);
});

test('one emoji turns a text to UCS-2: 70 units are one segment, 71 are two', () => {
  expect([shape('ł'), shape('ł'.repeat(70)), shape('ł'.repeat(71)), shape('ł'.repeat(134)), shape('ł'.repeat(135))]).toEqual([
    'UCS-2 1',
    'UCS-2 1',
    'UCS-2 2',
    'UCS-2 2',
    'UCS-2 3',
  ]);
  expect(countSegments('See you 🎉')).toMatchObject({ encoding: 'UCS-2', units: 10, left: 60, offenders: ['🎉'] });
});

test('brackets, braces, the euro sign and their kind count two', () => {
  expect(countSegments('€^{}\\[~]|')).toMatchObject({ encoding: 'GSM-7', units: 18, count: 1 });
  expect(shape('€'.repeat(80))).toBe('GSM-7 1');
  expect(shape('€'.repeat(81))).toBe('GSM-7 2');
});

test('an escape pair never straddles two segments', () => {
  expect(splitSegments(`${'a'.repeat(152)}€${'b'.repeat(10)}`)).toEqual(['a'.repeat(152), `€${'b'.repeat(10)}`]);
});

test('a surrogate pair never straddles two segments', () => {
  expect(splitSegments(`${'ł'.repeat(66)}🎉${'ł'.repeat(10)}`)).toEqual(['ł'.repeat(66), `🎉${'ł'.repeat(10)}`]);
});

test('a toll-free line has one unit less in each of several segments', () => {
  expect([shape('a'.repeat(160), true), shape('a'.repeat(305), true), shape('a'.repeat(306), true)]).toEqual(['GSM-7 1', 'GSM-7 3', 'GSM-7 3']);
  expect([shape('a'.repeat(304), true), shape('ł'.repeat(132), true), shape('ł'.repeat(133), true)]).toEqual(['GSM-7 2', 'UCS-2 2', 'UCS-2 3']);
});

test('the parts of any text are the text, as many as were counted, none too long', async () => {
  await fc.assert(
    fc.property(fc.oneof(gsm, anything), fc.boolean(), (text, isTollFree) => {
      const parts = splitSegments(text, isTollFree);
      const { count, encoding } = countSegments(text, isTollFree);
      expect(parts.join('')).toBe(text);
      expect(parts.length).toBe(count);
      const room = (encoding === 'GSM-7' ? 160 : 70) - (count > 1 ? (encoding === 'GSM-7' ? 7 : 3) + (isTollFree ? 1 : 0) : 0);
      for (const part of parts) expect(encoding === 'UCS-2' ? part.length : countSegments(part).units).toBeLessThanOrEqual(room);
    }),
  );
});

test('writing on never needs fewer segments within one alphabet', async () => {
  await fc.assert(
    fc.property(gsm, gsm, (text, more) => {
      expect(countSegments(text + more).count).toBeGreaterThanOrEqual(countSegments(text).count);
    }),
  );
});
