import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalisePhone } from '#contract/text/e164.ts';
import { formatNumberName, formatRecipientName } from '#contract/text/names.ts';
import { displayPhone, extractDigits, getAreaCode, isPhoneLike } from '#contract/text/phone.ts';
import { formatPhone } from '#server/phone.ts';

/** Numbers of the plan that are valid whatever their last four digits. */
const subscriber = fc.integer({ min: 0, max: 9_999 }).map((last) => `+1212555${String(last).padStart(4, '0')}`);

describe('reading a number', () => {
  test('RULE-037 a valid one is as it is', () => {
    expect(normalisePhone('+12125550123')).toBe('+12125550123');
    expect(normalisePhone('+44 20 7946 0958')).toBe('+442079460958');
  });

  test('RULE-038 one that is not is retried with +1-', () => {
    for (const typed of ['2125550123', '(212) 555-0123', '212.555.0123', ' 212-555-0123 ']) expect(normalisePhone(typed)).toBe('+12125550123');
  });

  test('RULE-039 what is none either way is null', () => {
    for (const typed of ['abc', '123', '', '+', '+1', '555-0123', '+1212555012345678']) expect([typed, normalisePhone(typed)]).toEqual([typed, null]);
  });

  test('read again it is the same, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+()\d .-]{0,18}$/)), (typed) => {
        const number = normalisePhone(typed);
        return number === null || (/^\+[1-9]\d{6,14}$/.test(number) && normalisePhone(number) === number);
      }),
    );
  });
});

describe('showing a number', () => {
  test('RULE-040 international, with dashes between the groups', () => {
    expect(displayPhone('+12125550123')).toBe('+1 212-555-0123');
    expect(formatPhone('+12125550123')).toBe('+1 212-555-0123');
    expect(formatPhone('+442079460958')).toBe('+44 20-7946-0958');
  });

  test('the browser and the server show it alike, and what is shown is read back', () => {
    fc.assert(fc.property(subscriber, (number) => displayPhone(number) === formatPhone(number) && normalisePhone(displayPhone(number)) === number));
  });

  test('what is no number of the plan stays as it is stored', () => {
    for (const odd of ['anonymous', '72345', '+442079460958', '']) expect(displayPhone(odd)).toBe(odd);
  });

  test('has an area code in the plan only', () => {
    expect([getAreaCode('+12125550123'), getAreaCode('+442079460958'), getAreaCode('anonymous')]).toEqual(['212', null, null]);
  });
});

test('digits and the usual marks look like a number; a word with digits does not', () => {
  for (const typed of ['212', '(212) 555', '+1 212-555-0123', '21']) expect([typed, isPhoneLike(typed)]).toEqual([typed, true]);
  for (const typed of ['2', '', 'route 66', '+', 'a1']) expect([typed, isPhoneLike(typed)]).toEqual([typed, false]);
  fc.assert(fc.property(subscriber, (number) => isPhoneLike(displayPhone(number)) && extractDigits(displayPhone(number)) === number.slice(1)));
});

describe('naming', () => {
  test('a number goes by its label, else by itself as it is shown', () => {
    expect(formatNumberName({ label: 'Main line', number: '+12125550123' })).toBe('Main line');
    for (const label of ['', null]) expect(formatNumberName({ label, number: '+12125550123' })).toBe('+1 212-555-0123');
  });

  test('the other party goes by their contact’s name, else by their phone', () => {
    expect(formatRecipientName({ contact: { name: 'Dana Whitfield' }, recipient: '+12125550123' })).toBe('Dana Whitfield');
    for (const contact of [{ name: '' }, null]) expect(formatRecipientName({ contact, recipient: '+12125550123' })).toBe('+1 212-555-0123');
  });
});
