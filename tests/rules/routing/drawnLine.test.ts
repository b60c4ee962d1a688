import { describe, expect, test } from 'vitest';
import { parseRoutingText } from '#contract/text/routingLine.ts';
import { splitLine } from '#src/features/routing/RoutingLine.tsx';
import { parsePhone } from '#src/ui/phone.ts';

const readFaults = (text: string) => {
  const read = parseRoutingText(text, { parsePhone, createId: () => 'x', preset: 1 });
  return read.ok ? [] : read.faults;
};
const draw = (text: string) =>
  splitLine(text, readFaults(text))
    .filter((piece) => piece.text.trim() !== '')
    .map((piece) => `${piece.kind}: ${piece.text}`);

describe('the line of a routing as it is drawn', () => {
  test('says extension, name, phones, words and times apart', () => {
    expect(draw('1 "Advisors" → +1 415-555-0120, (415) 555-0121 stagger 20s confirm; 2 → voicemail')).toEqual([
      'extension: 1',
      'name: "Advisors"',
      'sign: →',
      'digits: +1 415-555-0120',
      'sign: ,',
      'digits: (415) 555-0121',
      'word: stagger',
      'digits: 20s',
      'word: confirm',
      'sign: ;',
      'extension: 2',
      'sign: →',
      'word: voicemail',
    ]);
  });

  test('marks what is at fault', () => {
    expect(draw('1 → +1 415-555-0120 stager 20s')).toContain('fault: stager');
  });

  test.each(['', '  ', '1 "half → ', '→→;;', 'ünder ; 1→2\n3 -> "x" ( ', '😀 1 → 😀'])('%j is drawn whole', (text) => {
    expect(
      splitLine(text, [])
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
