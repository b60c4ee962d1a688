import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertNoCard, hasCardNumber } from '#server/http/cardNumbers.ts';

describe('a card number', () => {
  test.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242.4242/4242',
    'pay with 4242424242424242 please',
    '378282246310005',
    '6011111111111117',
    '４２４２４２４２４２４２４２４２',
    '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
    '4242\u200b4242\u200b4242\u200b4242',
    'Apt 7, 4242 4242 4242 4242',
    '1234567894242424242424242',
  ])('is found in %j', (text) => expect(hasCardNumber(text)).toBe(true));

  test.each(['1 Harbor Way', '90012-1234', '+1 213-555-0142', '4242424242424241', '0000000000000', 'cs_test_a1B2c3D4e5F6g7H8i9', ''])('is none in %j', (text) =>
    expect(hasCardNumber(text)).toBe(false),
  );

  test.each(['4e578908-9134-4091-968b-550e9babf87c', 'A3300B3F-2EF9-4711-8145-8492A6FA90FC', 'of 231fc638-9177-4397-828d-b5bb0fd5135a.'])(
    'is none in the random id %j',
    (text) => expect(hasCardNumber(text)).toBe(false),
  );

  test.each(['4e578908-9134-4091-968b-550e9babf87c 4242424242424242', '00000000-0000-0000-4242-424242424242', '00000000-0000-4000-8000-378282246310005'])(
    'is found beside a random id, and in what only looks like one: %j',
    (text) => expect(hasCardNumber(text)).toBe(true),
  );

  test('is looked for once in each place: a megabyte of digits is a body like any other', () => {
    for (const digits of ['1 ', '1', '0']) expect(hasCardNumber(digits.repeat(500_000))).toBe(false);
    expect(hasCardNumber(`${'1 '.repeat(400_000)}x 4242 4242 4242 4242`)).toBe(true);
  });

  test('is found exactly where a stretch of whole groups, or of one long group, has a check digit', () => {
    const passes = (digits: string) =>
      /[1-9]/.test(digits) &&
      [...digits].reverse().reduce((sum, digit, at) => sum + (at % 2 === 0 ? Number(digit) : Math.floor(Number(digit) / 5) + ((Number(digit) * 2) % 10)), 0) %
        10 ===
        0;
    const isThere = (groups: readonly string[]) => {
      const stretches = groups.flatMap((group, from) => [
        ...groups.map((_, to) => groups.slice(from, to + 1).join('')),
        ...(group.length > 19 ? [13, 14, 15, 16, 17, 18, 19].flatMap((length) => [...group].map((_, start) => group.slice(start, start + length))) : []),
      ]);
      return stretches.some((digits) => digits.length >= 13 && digits.length <= 19 && passes(digits));
    };
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^\d{1,22}$/), { minLength: 1, maxLength: 6 }), (groups) => {
        expect(hasCardNumber(groups.join(' '))).toBe(isThere(groups));
      }),
      { numRuns: 300 },
    );
  });

  test('is found however deep, as a number, and as a name', () => {
    for (const body of [{ a: [{ b: 4_242_424_242_424_242 }] }, { '4242424242424242': 1 }, { ccNumber: '' }, { x: { cc_cvc: '1' } }])
      expect(() => assertNoCard(body)).toThrow(/not accepted here/);
    expect(() => assertNoCard({ billingName: 'Ana Ruiz', list: [1, true, null] })).not.toThrow();
  });
});
