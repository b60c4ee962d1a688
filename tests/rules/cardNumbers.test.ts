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

  test('is found however deep, as a number, and as a name', () => {
    for (const body of [{ a: [{ b: 4_242_424_242_424_242 }] }, { '4242424242424242': 1 }, { ccNumber: '' }, { x: { cc_cvc: '1' } }])
      expect(() => assertNoCard(body)).toThrow(/not accepted here/);
    expect(() => assertNoCard({ billingName: 'Ana Ruiz', list: [1, true, null] })).not.toThrow();
  });
});
