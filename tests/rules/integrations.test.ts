/** What leaves for Google Analytics: maps of parameters, and texts without phone numbers and addresses. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { registry } from '#commands/index.ts';
import { vendorIcons } from '#commands/integrations/vendorIcons.ts';
import { parameterFields } from '#contract/integrations/enums.ts';
import { formatParameters, parseParameters } from '#contract/integrations/parameters.ts';
import { maskIdentity } from '#server/domains/integrations/events.ts';

describe('vendors', () => {
  test('have an icon each, in the list as in the palette', () => {
    const connect = {
      ga4: 'integrations.beginGa4',
      'team-chat': 'integrations.connectChat',
      'lead-crm': 'integrations.connectCrm',
      'google-ads': 'integrations.connectGoogleAds',
      'meta-ads': 'integrations.connectMetaAds',
      'microsoft-ads': 'integrations.connectMicrosoftAds',
    } as const satisfies Record<keyof typeof vendorIcons, string>;
    const icons = Object.values(connect).map((id) => registry.get(id)?.icon);
    expect(new Set(icons).size).toBe(icons.length);
    expect(icons).toEqual(Object.keys(connect).map((vendor) => Object.entries(vendorIcons).find(([id]) => id === vendor)?.[1]));
  });
});

describe('a map of parameters', () => {
  test('reads as it is printed', () => {
    const name = fc.stringMatching(/^p[a-z0-9_]{0,30}$/);
    const list = fc.uniqueArray(fc.record({ name, field: fc.constantFrom(...parameterFields) }), { selector: ({ name }) => name, maxLength: 20 });
    fc.assert(
      fc.property(list, (parameters) => {
        expect(parseParameters(formatParameters(parameters))).toEqual({ ok: true, value: parameters });
      }),
    );
  });

  test.each([
    ['call_source', 'Can’t read “call_source”. Try call_source = source'],
    ['ga_source = source', '“ga_source” is reserved. Use another name'],
    ['value = value', '“value” is reserved. Use another name'],
    ['1st = source', 'Use a name like call_source: letters, digits and _'],
    [`${'a'.repeat(41)} = source`, 'Use a name of up to 40 letters'],
    ['phone = recipient', `No field “recipient”. Use one of: ${parameterFields.join(', ')}`],
    ['a = source\na = medium', '“a” appears more than once'],
    [Array.from({ length: 21 }, (_, at) => `p${at} = source`).join('\n'), 'Up to 20 parameters'],
  ])('refuses %j in words', (text, message) => {
    expect(parseParameters(text)).toEqual({ ok: false, message });
  });
});

describe('a text that leaves', () => {
  test.each([
    ['+1 415-555-0100', '…'],
    ['Main line (415) 555-0100', 'Main line (…'],
    ['ana@example.com asked', '… asked'],
    ['spring-bikes 2026', 'spring-bikes 2026'],
    ['www.example.com/p/123456', 'www.example.com/p/123456'],
  ])('%j is %j', (text, masked) => {
    expect(maskIdentity(text)).toBe(masked);
  });

  test('holds no phone number, however it is written, and no more letters than Google takes', () => {
    const part = fc.constantFrom(' ', '-', '.', '(', ') ', '/', '');
    const written = fc.tuple(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), part), { minLength: 7, maxLength: 15 }), fc.string(), fc.string());
    fc.assert(
      fc.property(written, ([digits, before, after]) => {
        const masked = maskIdentity(`${before}${digits.map(([digit, between]) => `${digit}${between}`).join('')}${after}`);
        expect(masked).not.toMatch(/\d(?:[\s().+/-]{0,3}\d){6,}/);
        expect(masked.length).toBeLessThanOrEqual(100);
      }),
    );
  });
});
