import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatContactName } from '#contract/contacts/name.ts';
import { isDay } from '#contract/text/day.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { displayPhone, extractDigits, getAreaCode, isPhoneLike } from '#contract/text/phone.ts';
import { accessibleNumbers } from '#server/access/numbers.ts';
import { computeProgress } from '#server/batches/batches.ts';
import { toLatest } from '#server/domains/conversations/latest.ts';
import { formatSearchText } from '#server/domains/conversations/repository.ts';
import { computeDepth } from '#server/domains/me/json.ts';
import { isKeySequence } from '#server/domains/me/keymap.ts';
import { computeDigitsRank, computeSimilarity, computeTextRank } from '#server/lists/searchRanking.ts';
import { searchWords } from '#server/lists/textSearch.ts';
import { formatPhone } from '#server/phone.ts';

/** A valid number of the North American plan. */
const northAmerican = fc
  .tuple(fc.constantFrom('212', '312', '415', '617', '305'), fc.integer({ min: 200, max: 999 }), fc.integer({ min: 0, max: 9_999 }))
  .map(([area, exchange, line]) => `+1${area}${exchange}${String(line).padStart(4, '0')}`)
  .filter((number) => normalisePhone(number) !== null);

describe('phone numbers', () => {
  test('RULE-037 to RULE-039: valid as they are, else with +1-, else none', () => {
    expect(normalisePhone('+12125550123')).toBe('+12125550123');
    expect(normalisePhone('2125550123')).toBe('+12125550123');
    expect(normalisePhone(' (212) 555-0123 ')).toBe('+12125550123');
    expect(normalisePhone('+44 20 7946 0958')).toBe('+442079460958');
    for (const none of ['abc', '123', '', '+', '+999999999999999']) expect(normalisePhone(none)).toBeNull();
  });

  test('RULE-040: are shown with dashes between groups', () => {
    expect(displayPhone('+12125550123')).toBe('+1 212-555-0123');
    expect(formatPhone('+12125550123')).toBe('+1 212-555-0123');
    expect(formatPhone('+442079460958')).toBe('+44 20-7946-0958');
    expect(displayPhone('short')).toBe('short');
  });

  test('shown and read again are the same number', () => {
    fc.assert(fc.property(northAmerican, (number) => normalisePhone(displayPhone(number)) === number && normalisePhone(number.slice(2)) === number));
  });

  test('reading is once and for all', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const once = normalisePhone(typed);
        return once === null || normalisePhone(once) === once;
      }),
    );
  });

  test('have an area code in the North American plan alone', () => {
    expect(getAreaCode('+12125550123')).toBe('212');
    expect(getAreaCode('+442079460958')).toBeNull();
  });
});

describe('what is typed into a search', () => {
  test('becomes words, or the digits of a number', () => {
    expect(searchWords('  Ana  FLORES ana ')).toEqual(['ana', 'flores']);
    expect(searchWords('(212) 555-01')).toEqual(['21255501']);
    expect(searchWords(' ')).toEqual([]);
    expect(isPhoneLike('7')).toBe(false);
    expect(extractDigits('+1 (212)')).toBe('1212');
  });

  test('finds a number however it is written', () => {
    fc.assert(
      fc.property(northAmerican, (number) => {
        const words = searchWords(displayPhone(number));
        return words.every((word) => formatSearchText(number, null).includes(word));
      }),
    );
  });
});

describe('ranks', () => {
  test('fall from the very words to beginnings, parts and misspellings', () => {
    const ranks = ['ana', 'ana flores', 'maria ana', 'maria anabel', 'susana'].map((name) => computeTextRank('ana', name));
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
    expect(new Set(ranks).size).toBe(ranks.length);
    expect(computeTextRank('flroes', 'Ana Flores')).toBeGreaterThan(0);
    expect(computeTextRank('flores', 'Ana Smith')).toBe(0);
    expect(computeTextRank('josé', 'Jose')).toBe(1);
  });

  test('stay between 0 and 1, and the text itself is the best answer to itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (typed, text) => {
        const rank = computeTextRank(typed, text);
        return (
          rank >= 0 && rank <= 1 && rank <= Math.max(computeTextRank(text, text), 1) && (computeTextRank(text, text) === 0 || computeTextRank(text, text) === 1)
        );
      }),
    );
  });

  test('of likeness are the same in both directions', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => computeSimilarity(a, b) === computeSimilarity(b, a) && computeSimilarity(a, a) === 1));
  });

  test('of digits prefer the whole number, its end, its beginning, then any part', () => {
    const number = '+13125559101';
    const ranks = ['13125559101', '9101', '312', '2555', '9995559101'].map((digits) => computeDigitsRank(digits, number));
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
    expect(ranks.every((rank) => rank > 0)).toBe(true);
    expect(computeDigitsRank('0000', number)).toBe(0);
  });
});

describe('small rules', () => {
  test('RULE-074: a name is as given, else made of its parts', () => {
    expect(formatContactName({ firstName: 'Ann', lastName: 'Lee' })).toBe('Ann Lee');
    expect(formatContactName({ name: 'Bo', firstName: 'Ann' })).toBe('Bo');
    expect(formatContactName({ name: '  ', lastName: ' Lee ' })).toBe('Lee');
    expect(formatContactName({})).toBe('');
  });

  test('a day is one of the calendar', () => {
    expect(isDay('2028-02-29')).toBe(true);
    for (const none of ['2026-02-29', '2026-13-01', '2026-1-1', '0000-01-01', 'today']) expect(isDay(none)).toBe(false);
  });

  test('numbers asked for never reach beyond those worked', () => {
    const ids = fc.array(fc.integer({ min: 1, max: 20 }));
    fc.assert(
      fc.property(fc.option(ids), fc.option(ids, { nil: undefined }), (numberIds, asked) => {
        const worked = accessibleNumbers({ numberIds }, asked);
        return numberIds === null || (worked ?? [0]).every((id) => numberIds.includes(id));
      }),
    );
  });

  test('progress grows from 0 to 100 and is 100 only at the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(), (total, raw) => {
        const done = raw % (total + 1);
        const progress = computeProgress({ total, done, skipped: 0, failed: 0, finished_at: null });
        return progress >= 0 && progress < 100 && computeProgress({ total, done, skipped: 0, failed: 0, finished_at: new Date() }) === 100;
      }),
    );
  });

  test('a line of a list is one line, however long the message', () => {
    const base = {
      id: 1,
      type: 'message' as const,
      is_inbound: true,
      created_at: new Date(0),
      delivery_state: null,
      duration: null,
      pages: null,
      actor_name: null,
      result: null,
      ring_seconds: null,
      answered_by: null,
    };
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (body) => {
        const { text } = toLatest({ ...base, body });
        return text.length <= 160 && !text.includes('\n') && text.isWellFormed() && text !== '';
      }),
    );
    expect(toLatest({ ...base, body: null }).text).toBe('Attachment');
  });

  test('a call, a fax and a voicemail are told in a line as the pictures have it', () => {
    const base = { id: 1, is_inbound: true, created_at: new Date(0), delivery_state: null, body: null };
    const none = { duration: null, pages: null, actor_name: null, result: null, ring_seconds: null, answered_by: null };
    const line = (given: Partial<Parameters<typeof toLatest>[0]>) => toLatest({ ...base, ...none, type: 'call', ...given }).text;
    expect(line({ result: 'missed', ring_seconds: 24 })).toBe('Missed call · rang 24s');
    expect(line({ result: 'missed', ring_seconds: 0 })).toBe('Missed call');
    expect(line({ result: 'answered', answered_by: 'Ana K.', duration: 372 })).toBe('Answered by Ana K. · 6:12');
    expect(line({ result: 'answered', duration: 3_729 })).toBe('Answered · 1:02:09');
    expect(line({ is_inbound: false, result: 'answered', actor_name: 'Ana Kovac', duration: 228 })).toBe('Outbound · Ana K. · 3:48');
    expect(line({ is_inbound: false, result: 'none', actor_name: 'Ana' })).toBe('Outbound · Ana · no answer');
    expect(line({ result: 'blocked' })).toBe('Blocked call');
    expect(line({ type: 'fax', pages: 3 })).toBe('Fax · 3 pages');
    expect(line({ type: 'fax', pages: 1 })).toBe('Fax · 1 page');
    expect(line({ type: 'voicemail' })).toBe('Voicemail');
  });

  test('keys are such as can be typed', () => {
    for (const keys of ['e', 'g i', 'mod+enter', 'mod+shift+k', '?', '[', 'f12', 'ctrl+plus']) expect([keys, isKeySequence(keys)]).toEqual([keys, true]);
    for (const keys of ['', ' ', 'hyper+x', 'mod', 'mod+mod+k', 'a b c d e', 'g  i', 'enter+mod', 'ab'])
      expect([keys, isKeySequence(keys)]).toEqual([keys, false]);
  });

  test('depth counts nested lists and objects', () => {
    expect(computeDepth(1)).toBe(0);
    expect(computeDepth([])).toBe(1);
    expect(computeDepth({ a: [{ b: 1 }] })).toBe(3);
  });
});
