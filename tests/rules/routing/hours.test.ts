import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allDay, closed, formatMinutes, presetLabel, presets, timeOptions, to12Hour, to24Hour } from '#contract/text/hour.ts';
import { applyPreset, createHours, findHoursFault, getDay, getSpan, isOpenAt, replaceDay, toCustomHours, weekdays } from '#contract/text/hours.ts';
import { BusinessHours } from '#contract/text/hoursSchema.ts';
import { formatHours, getHoursLabel, parseHours } from '#contract/text/hoursText.ts';
import { getDefaultTimeZone, getZoneLabel, listTimeZones } from '#contract/text/zones.ts';

const always = createHours('America/New_York');
const read = (text: string) => {
  const result = parseHours(text, always);
  if (!result.ok) throw new Error(result.faults.map(({ message }) => message).join('; '));
  return result.value;
};
const said = (text: string) => formatHours(read(text));
const faults = (text: string) => {
  const result = parseHours(text, always);
  return result.ok ? [] : result.faults.map(({ from, to, message }) => [text.slice(from, to), message]);
};

describe('times of the day', () => {
  test('RULE-065: All Day, every quarter of an hour, Closed', () => {
    expect([timeOptions[0], timeOptions[1], timeOptions[2], timeOptions[96], timeOptions[97], timeOptions.length]).toEqual([
      'All Day',
      '12:00am',
      '12:15am',
      '11:45pm',
      'Closed',
      98,
    ]);
  });

  test('RULE-067, RULE-068: 12 hours become 24 and back; the words stay', () => {
    expect(['9:00am', '12:00am', '12:30pm', '5:15pm'].map(to24Hour)).toEqual(['09:00', '00:00', '12:30', '17:15']);
    expect(['17:15', '00:00'].map(to12Hour)).toEqual(['5:15pm', '12:00am']);
    for (const option of timeOptions) expect(to12Hour(to24Hour(option))).toBe(option);
  });

  test('are kept in 24 hours whichever way they come, on the quarter of an hour', () => {
    const hours = { ...always, preset: 4, monOpenHour: '9:15am', monCloseHour: '17:00' };
    expect(z.parse(BusinessHours, hours)).toMatchObject({ monOpenHour: '09:15', monCloseHour: '17:00', tueOpenHour: null });
    for (const wrong of ['9:10am', '25:00', 'nine', '9']) expect(z.safeParse(BusinessHours, { ...hours, monOpenHour: wrong }).success).toBe(false);
    expect(z.safeParse(BusinessHours, { ...hours, preset: 6 }).success).toBe(false);
    expect(z.safeParse(BusinessHours, { ...hours, timezone: 'Mars/Base' }).success).toBe(false);
  });
});

describe('presets', () => {
  test('RULE-063: have the labels of the spec, and RULE-064: every hour starts null', () => {
    expect(presets.map((each) => presetLabel[each])).toEqual(['24/7', 'Mon-Fri (9-5)', 'Sat-Sun (9-5)', 'Custom', 'Direct Voicemail']);
    expect(weekdays.map((day) => getDay(always, day))).toEqual(weekdays.map(() => ({ open: null, close: null })));
  });

  test('fill the fields in as their labels say', () => {
    const day = (which: 1 | 2 | 3, name: 'mon' | 'sat') => getDay(applyPreset(always, which), name);
    expect([day(1, 'mon'), day(2, 'mon'), day(2, 'sat'), day(3, 'mon'), day(3, 'sat')]).toEqual([
      { open: allDay, close: null },
      { open: '09:00', close: '17:00' },
      { open: closed, close: null },
      { open: closed, close: null },
      { open: '09:00', close: '17:00' },
    ]);
  });

  test.each([
    [1, '2026-03-07T08:00:00Z', true],
    [2, '2026-03-06T14:00:00Z', true],
    [2, '2026-03-06T13:59:00Z', false],
    [2, '2026-03-06T22:00:00Z', false],
    [2, '2026-03-07T15:00:00Z', false],
    [3, '2026-03-07T15:00:00Z', true],
    [5, '2026-03-06T15:00:00Z', false],
  ] as const)('preset %i at %s: open %s', (which, at, isOpen) => {
    expect(isOpenAt(createHours('America/New_York', which), Date.parse(at))).toBe(isOpen);
  });

  test('are read by their labels, and become a week of their own that is changed day by day', () => {
    for (const which of presets.filter((each) => each !== 4)) {
      const result = parseHours(presetLabel[which], always);
      expect(result.ok && result.value.preset).toBe(which);
    }
    const week = replaceDay(toCustomHours(createHours('UTC', 2)), 'sat', { open: '10:00', close: '14:00' });
    expect([week.preset, formatHours(week)]).toEqual([4, 'Mon-Fri 9:00am-5:00pm, Sat 10:00am-2:00pm, Sun closed']);
    expect(formatHours(toCustomHours(createHours('UTC', 4)))).toBe('Mon-Sun closed');
    expect(formatHours(toCustomHours(createHours('UTC', 1)))).toBe('Mon-Sun all day');
  });

  test('hours that end before they start, or never end, are refused at their field', () => {
    const custom = applyPreset(always, 4);
    const monday = (open: string, close: string | null) => findHoursFault(replaceDay(custom, 'mon', { open, close }));
    expect(monday('17:00', '09:00')).toEqual({ field: 'monCloseHour', message: 'Monday ends before it starts' });
    expect(monday('17:00', null)).toEqual({ field: 'monCloseHour', message: 'Add a closing time for Monday' });
    expect([monday('17:00', '00:00'), monday(allDay, '09:00'), monday(closed, null)]).toEqual([null, null, null]);
    expect(findHoursFault({ ...always, monOpenHour: '17:00', monCloseHour: '09:00' })).toBeNull();
  });
});

describe('hours in words', () => {
  test.each([
    ['mon-fri 9-5, sat closed', 'Mon-Fri 9:00am-5:00pm, Sat-Sun closed'],
    ['weekdays 8:30am-6pm; weekends 10-2', 'Mon-Fri 8:30am-6:00pm, Sat-Sun 10:00am-2:00pm'],
    ['mon, wed 9-12', 'Mon 9:00am-12:00pm, Tue closed, Wed 9:00am-12:00pm, Thu-Sun closed'],
    ['daily 7-7', 'Mon-Sun 7:00am-7:00pm'],
    ['tue to thu 1-5', 'Mon closed, Tue-Thu 1:00pm-5:00pm, Fri-Sun closed'],
    ['fri-mon 9-5', 'Mon 9:00am-5:00pm, Tue-Thu closed, Fri-Sun 9:00am-5:00pm'],
    ['Saturday and Sunday all day', 'Mon-Fri closed, Sat-Sun all day'],
    ['mon-fri 17:00 - midnight', 'Mon-Fri 5:00pm-12:00am, Sat-Sun closed'],
    ['9-5', 'Mon-Sun 9:00am-5:00pm'],
    ['6-2', 'Mon-Sun 6:00am-2:00pm'],
    ['noon-8', 'Mon-Sun 12:00pm-8:00pm'],
    ['24/7', '24/7'],
    ['direct voicemail', 'Direct Voicemail'],
    ['Mon-Fri (9-5)', 'Mon-Fri 9:00am-5:00pm, Sat-Sun closed'],
  ])('%s → %s', (typed, meant) => {
    expect(said(typed)).toBe(meant);
  });

  test.each([
    ['mon-fri 9-5, blursday closed', [['blursday', '“blursday” is not a day. Use mon-fri, sat, weekdays or daily.']]],
    ['mon 5pm-9am', [['5pm-9am', '“5pm-9am” ends before it starts']]],
    ['mon 9:10-5', [['9:10-5', '“9:10-5”: use 15-minute steps']]],
    ['mon-wed 9-5, tue 10-4', [['tue', 'Tuesday appears twice']]],
    ['mon-fri', [['mon-fri', 'Add hours after the days: mon-fri 9-5']]],
    ['', [['', 'Enter hours, such as mon-fri 9-5, sat closed']]],
    ['mon 99-5', [['99-5', '“99-5” is not a time. Use 9-5, 9:30am-6pm, closed or all day.']]],
  ])('%s: the fault points at its word', (typed, told) => {
    expect(faults(typed)).toEqual(told);
  });

  const quarter = fc.integer({ min: 0, max: 95 });
  const day = fc.oneof(
    fc.constant({ open: allDay, close: null }),
    fc.constant({ open: closed, close: null }),
    fc
      .tuple(quarter, quarter)
      .filter(([from, to]) => from < to || to === 0)
      .map(([from, to]) => ({ open: formatMinutes(from * 15), close: formatMinutes(to * 15) })),
  );
  const week = fc.array(day, { minLength: 7, maxLength: 7 });
  const custom = (days: readonly { open: string; close: string | null }[]) =>
    weekdays.reduce((hours, name, at) => replaceDay(hours, name, days[at] ?? { open: closed, close: null }), applyPreset(always, 4));

  test('what is printed reads back as the same hours', () => {
    fc.assert(
      fc.property(week, (days) => {
        const hours = custom(days);
        const back = read(formatHours(hours));
        expect(weekdays.map((name) => getSpan(getDay(back, name)))).toEqual(weekdays.map((name) => getSpan(getDay(hours, name))));
        expect(formatHours(back)).toBe(formatHours(hours));
      }),
    );
  });

  test('whatever is typed is read or refused with words', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 40 }),
          fc.array(fc.constantFrom('mon', 'fri', '9', '-', '5', 'pm', ',', ' ', 'closed', 'to')).map((all) => all.join('')),
        ),
        (text) => {
          const result = parseHours(text, always);
          return result.ok ? findHoursFault(result.value) === null : result.faults.every(({ message, from, to }) => message !== '' && from >= 0 && to > from);
        },
      ),
    );
  });

  test('lists show the label of the preset', () => {
    expect([1, 2, 3, 4, 5].map((each) => getHoursLabel({ ...always, preset: each }))).toEqual(Object.values(presetLabel));
  });
});

describe('time zones', () => {
  test('RULE-066: are IANA names with friendly labels', () => {
    expect(getZoneLabel('America/New_York')).toBe('Eastern Time');
    expect(getZoneLabel('America/St_Johns')).toBe('America/St Johns');
    expect(listTimeZones().slice(0, 2)).toEqual(['America/New_York', 'America/Chicago']);
    expect(new Set(listTimeZones()).size).toBe(listTimeZones().length);
  });

  test('RULE-070: the default is the platform’s', () => {
    expect(getDefaultTimeZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');
  });
});
