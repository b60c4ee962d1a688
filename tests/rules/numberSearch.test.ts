import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaCodes, findAreaState, listOverlays } from '#contract/text/areaCodes.ts';
import { changeSearchType, formatNumberSearch, matchModes, type NumberSearch, parseNumberSearch } from '#contract/text/numberSearch.ts';
import { parseTollFree, parseVanity, toKeypadDigits, tollFreeCodes, tollFreePrefixes } from '#contract/text/vanity.ts';
import { createSearchCache } from '#server/domains/purchase/cache.ts';
import { formatVanityNumber, toCarrierPattern } from '#server/domains/purchase/searchAvailableNumbers.ts';

const search = (text: string) => {
  const read = parseNumberSearch(text);
  if (!read.ok) throw new Error(read.error);
  return read.search;
};
const problem = (text: string) => {
  const read = parseNumberSearch(text);
  return read.ok ? null : [read.word, read.error];
};

describe('a search in one line', () => {
  test.each([
    ['415', { type: 1, areaCode: '415', prefix: null, pattern: '', quantity: 1 }],
    ['800 ends PLUMB', { type: 2, areaCode: null, prefix: '800', match: 'ends_with', pattern: 'PLUMB' }],
    ['8** contains 777', { type: 2, prefix: '8**', match: 'contains', pattern: '777' }],
    ['415 x10', { type: 4, areaCode: '415', quantity: 10 }],
    ['10x 415 starts 55', { type: 4, quantity: 10, match: 'starts_with', pattern: '55' }],
    ['fax 212', { category: 3, type: 3, areaCode: '212' }],
    ['toll-free', { type: 2, prefix: '8**' }],
    ['212 only', { areaCode: '212', overlays: false }],
    ['ends with 4242', { areaCode: null, match: 'ends_with', pattern: '4242' }],
    ['800 FLOWERS', { prefix: '800', match: 'contains', pattern: 'FLOWERS' }],
  ] as const)('%s', (text, expected) => expect(search(text)).toMatchObject(expected));

  test.each([
    ['', ''],
    ['21', '21'],
    ['604', '604'],
    ['415 x0', 'x0'],
    ['415 x101', 'x101'],
    ['800 ends', 'ends'],
    ['800 ends FLOWERSHOP', 'FLOWERSHOP'],
    ['415 7', '7'],
    ['415 ends ab ends cd', 'cd'],
    ['415 äh', 'äh'],
    ['fax 800', 'fax'],
  ])('“%s” points at “%s”', (text, word) => {
    expect(problem(text)?.[0]).toBe(word);
    expect(problem(text)?.[1]).toMatch(/^[^.]{8,}$|^.+\. .+\.$/);
  });

  test('is read back as it was written', () => {
    const pattern = fc.stringMatching(/^[A-Z0-9]{2,7}$/);
    const any = fc.record({
      place: fc.oneof(
        fc.constantFrom(...areaCodes).map((areaCode) => ({ areaCode, prefix: null })),
        fc.constantFrom(...tollFreePrefixes).map((prefix) => ({ areaCode: null, prefix })),
      ),
      overlays: fc.boolean(),
      match: fc.constantFrom(...matchModes),
      pattern: fc.option(pattern, { nil: '' }),
      quantity: fc.integer({ min: 1, max: 100 }),
      isFax: fc.boolean(),
    });
    fc.assert(
      fc.property(any, ({ place, overlays, match, pattern: letters, quantity, isFax }) => {
        const fax = isFax && place.prefix === null;
        const type = fax ? 3 : quantity > 1 ? 4 : place.prefix === null ? 1 : 2;
        const wanted: NumberSearch = {
          category: fax ? 3 : 1,
          type,
          ...place,
          overlays: place.areaCode === null || overlays,
          match: letters === '' ? 'contains' : match,
          pattern: letters,
          quantity,
        };
        expect(search(formatNumberSearch(wanted))).toEqual(wanted);
      }),
    );
  });

  test('another type keeps what can be kept', () => {
    expect(formatNumberSearch(changeSearchType(search('415 ends PLUMB'), 2, null))).toBe('8** ends PLUMB');
    expect(formatNumberSearch(changeSearchType(search('800 ends PLUMB'), 1, '628'))).toBe('628 ends PLUMB');
    expect(formatNumberSearch(changeSearchType(search('415'), 4, null))).toBe('415 x2');
    expect(formatNumberSearch(changeSearchType(search('415 x9'), 3, null))).toBe('fax 415');
  });
});

describe('toll-free and vanity numbers', () => {
  test.each(['1 (888) 555-0199', '8005550199', '18005550199', '+18005550199', '833-555-0199'])('%s is toll-free', (text) =>
    expect(parseTollFree(text)).toMatch(/^8\d{9}$/),
  );
  test.each(['28005550199', '800555019', '80055501990', '822-555-0199', '800.555.0199', ''])('%s is not', (text) => expect(parseTollFree(text)).toBeNull());
  test('a vanity number has a letter among its last seven characters', () => {
    expect(parseVanity('1-800-FLOWERS')).toBe('FLOWERS');
    expect(parseVanity('1-800-555-0199')).toBeNull();
    expect(parseVanity('ABC-555-0199')).toBeNull();
  });
  test('letters become the digits of the keypad, digits stay', () => {
    expect(toKeypadDigits('FLOWERS')).toBe('3569377');
    expect(toKeypadDigits('gotjunk')).toBe('4685865');
    expect(toKeypadDigits('800-go4it')).toBe('80046448');
    expect(formatVanityNumber('+18003275862', 'PLUMB')).toBe('800-32-PLUMB');
  });
  test('the seven codes stand in both orders of the product', () => {
    expect(tollFreePrefixes).toEqual(['8**', '800', '888', '877', '866', '855', '844', '833']);
    expect(tollFreeCodes).toEqual(['800', '833', '844', '855', '866', '877', '888']);
  });
});

test('area codes know their state and who shares their area', () => {
  expect(new Set(areaCodes).size).toBe(areaCodes.length);
  expect(areaCodes.length).toBeGreaterThan(330);
  for (const code of areaCodes) {
    expect(code).toMatch(/^[2-9]\d{2}$/);
    expect(findAreaState(code)).toMatch(/^[A-Z]{2}$/);
    for (const other of listOverlays(code)) expect(listOverlays(other)).toContain(code);
  }
  expect(listOverlays('212')).toEqual(['332', '646', '917']);
  expect(findAreaState('604')).toBeNull();
});

test('patterns stand in the ten places the carrier knows', () => {
  expect(toCarrierPattern('starts_with', '555')).toBe('***555****');
  expect(toCarrierPattern('ends_with', '75862')).toBe('*****75862');
  expect(toCarrierPattern('contains', '777')).toBe('777');
  expect(toCarrierPattern('contains', '')).toBeNull();
});

describe('what was found', () => {
  test('is kept 300 seconds: at 299 nobody is asked, at 301 somebody is', async () => {
    let now = 0;
    let asked = 0;
    const cache = createSearchCache<number>(300_000, () => now);
    const find = async () => ++asked;
    await cache.get('415', find);
    now = 299_000;
    expect(await cache.get('415', find)).toBe(1);
    now = 301_000;
    expect(await cache.get('415', find)).toBe(2);
  });

  test('is not kept when it failed, and is forgotten when it holds a number that is gone', async () => {
    const cache = createSearchCache<string[]>(300_000, () => 0);
    await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.get('a', async () => ['one'])).toEqual(['one']);
    cache.drop((found) => found.includes('one'));
    expect(await cache.get('a', async () => ['two'])).toEqual(['two']);
  });
});
