import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RingRoute } from '#contract/routing/entities.ts';
import { routeDefaults, routingLimits } from '#contract/routing/limits.ts';
import { getRouteType } from '#contract/routing/rules.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { formatRoutingLine, parseRoutingText } from '#contract/text/routingLine.ts';

const names = [
  { id: 4, name: 'Service after hours' },
  { id: 9, name: 'Drift' },
];
let made = 0;
const world = { parsePhone: normalisePhone, createId: () => `id-${++made}`, preset: 1, names };
const read = (text: string, more: Partial<typeof world> = {}) => parseRoutingText(text, { ...world, ...more });
const routesOf = (text: string) => {
  const result = read(text);
  if (!result.ok) throw new Error(result.faults.map(({ message }) => message).join('; '));
  return result.value;
};
/** Each fault with the words it points at. */
const faultsOf = (text: string) => {
  const result = read(text);
  return result.ok ? [] : result.faults.map(({ from, to, message }) => [text.slice(from, to), message]);
};

const phone = fc
  .tuple(fc.constantFrom('+1212555', '+1415555', '+1833555', '+1604555', '+44207946'), fc.integer({ min: 100, max: 199 }))
  .map(([stem, line]) => stem + (stem.startsWith('+44') ? String(line).padStart(4, '0') : `0${line}`));
const reference = fc.option(fc.constantFrom(4, 9, 77));
const route = fc
  .record({
    extension: fc.integer({ min: 0, max: routingLimits.highestExtension }),
    label: fc.string({ maxLength: 20 }).map((text) => text.replace(/["“”\n]/g, '').trim()),
    forwards: fc.uniqueArray(phone, { maxLength: 4 }).map((numbers) => numbers.map((number) => ({ id: 'f', number }))),
    type: fc.constantFrom('standard' as const, 'geo' as const, 'in-app-calling' as const),
    stagger: fc.boolean(),
    timeout: fc.integer({ min: 5, max: 120 }),
    confirmKey: fc.boolean(),
    confirmKeyWait: fc.integer({ min: 3, max: 60 }),
    callerIdPassThru: fc.boolean(),
    onholdMusicId: reference,
    voicemailGreetingId: reference,
  })
  .map((given): RingRoute => ({ ...given, id: 'r', type: getRouteType(given, 1) }));
const routes = fc
  .uniqueArray(route, { selector: ({ extension }) => extension, minLength: 1, maxLength: 6 })
  .map((all) => all.sort((a, b) => a.extension - b.extension));

describe('the line of a routing', () => {
  test('reads extensions, phones, stagger and voicemail', () => {
    expect(routesOf('1 → +1 415 555 0100, +1 415 555 0101 stagger 20s; 2 → voicemail')).toMatchObject([
      { extension: 1, type: 'sequential', stagger: true, timeout: 20, forwards: [{ number: '+14155550100' }, { number: '+14155550101' }] },
      { extension: 2, type: 'standard', forwards: [], voicemailGreetingId: null },
    ]);
  });

  test('reads labels, a confirm key, greetings, music and our own caller id', () => {
    expect(routesOf('1 "Advisors" -> (415) 555-0100 confirm 8s own-id music "Drift" else "Service after hours"')).toMatchObject([
      { label: 'Advisors', confirmKey: true, confirmKeyWait: 8, callerIdPassThru: false, onholdMusicId: 9, voicemailGreetingId: 4, timeout: 20 },
    ]);
    expect(routesOf('1 "To => us" → +1 415 555 0100')).toMatchObject([{ label: 'To => us', forwards: [{ number: '+14155550100' }] }]);
    expect(routesOf('2 → voicemail “Service after hours”')).toMatchObject([{ extension: 2, voicemailGreetingId: 4, forwards: [] }]);
  });

  test.each(['415-555-0100', '(415) 555-0100', '+1 415 555 0100', '1-415-555-0100', '415.555.0100', ' 4155550100 '])(
    'takes %s as a person pastes it',
    (typed) => {
      expect(routesOf(typed)).toMatchObject([{ ...routeDefaults, type: 'standard', forwards: [{ number: '+14155550100' }] }]);
    },
  );

  test('geo and in-app-calling are said by a word and kept', () => {
    expect(routesOf('3 → geo 212-555-0100, 415-555-0100; 4 → app').map(({ type }) => type)).toEqual(['geo', 'in-app-calling']);
  });

  test('keeps the ids of what was there before', () => {
    const before = routesOf('1 → 415-555-0100; 2 → voicemail');
    const after = parseRoutingText('1 → 415-555-0100, 415-555-0101; 3 → voicemail', { ...world, before });
    if (!after.ok) throw new Error('It is not read');
    expect(after.value[0]?.id).toBe(before[0]?.id);
    expect(after.value[0]?.forwards[0]?.id).toBe(before[0]?.forwards[0]?.id);
    expect(before.map(({ id }) => id)).not.toContain(after.value[1]?.id);
  });

  test.each([
    ['1 → 415-555-010', [['415-555-010', '“415-555-010” is not a phone number']]],
    ['1 → 415-555-0100 stager 20s', [['stager', '“stager” isn’t recognized: did you mean stagger?']]],
    ['1 → voicemail; 1 → 415-555-0100', [['1', 'Extension 1 appears twice']]],
    ['1 → 415-555-0100, +14155550100', [['+14155550100', '+1 415-555-0100 appears twice']]],
    ['1 → voicemail "Nope"', [['"Nope"', 'No greeting named “Nope”']]],
    ['1 → voicemail, 415-555-0100', [['415-555-0100', 'Use either voicemail or destinations, not both']]],
    ['1 → 415-555-0100 timeout 600s', [['600s', 'From 5 to 120 seconds']]],
    ['1 →', [['1 →', 'Enter a phone number or voicemail']]],
    ['one → 415-555-0100', [['one', '“one” is not an extension. Use a number, then →.']]],
    ['1 → voicemail; 415-555-0100', [['415-555-0100', 'Use: extension → destination, such as 1 → +1 212 555 0123']]],
    ['120 → voicemail', [['120', 'Extensions go up to 99']]],
    ['1 → 415-555-0100 music', [['music', 'Add the music’s name, such as music "Drift"']]],
  ])('%s: the fault points at its word', (text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  test('what is printed reads back as the same routes', () => {
    fc.assert(
      fc.property(routes, (given) => {
        const text = formatRoutingLine(given, names);
        const back = parseRoutingText(text, { ...world, before: given });
        expect(back, text).toEqual({ ok: true, value: given });
        expect(back.ok && formatRoutingLine(back.value, names)).toBe(text);
      }),
    );
  });

  test('whatever is typed is read or refused with faults inside of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const result = read(text);
        if (result.ok) return true;
        return result.faults.length > 0 && result.faults.every(({ from, to, message }) => from >= 0 && to > from && from <= text.length && message !== '');
      }),
    );
  });
});
