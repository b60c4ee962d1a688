/** Days and clock times of zones, beside what the platform's own zone rules say, in every zone and around every change of its clocks. */
import { describe, expect, test } from 'vitest';
import { isDay } from '#contract/text/day.ts';
import { addDays, daysBetween, formatDay, getWeekday, toInstant } from '#contract/text/time.ts';
import { getWallTime } from '#contract/text/zones.ts';

const hourMs = 3_600_000;
const clocks = new Map<string, Intl.DateTimeFormat>();
/** Minutes a zone is ahead of UTC, by the platform. */
function offsetOf(zone: string, at: number): number {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  clocks.set(zone, clock);
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(clock.format(at)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Instants at which the clocks of a zone change in a year. */
function changesIn(zone: string, year: number): number[] {
  const found: number[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 24 * 7 * hourMs) {
    const before = offsetOf(zone, at);
    if (offsetOf(zone, at + 24 * 7 * hourMs) === before) continue;
    let [low, high] = [at, at + 24 * 7 * hourMs];
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 120_000) * 60_000;
      if (offsetOf(zone, middle) === before) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
}

const zones = Intl.supportedValuesOf('timeZone');

describe('in every zone', () => {
  test('an instant is found again by its day and clock time, also on the days on which the clocks change', () => {
    const wrong: string[] = [];
    for (const zone of zones) {
      const changes = changesIn(zone, 2026);
      const instants = [
        Date.UTC(2026, 0, 15, 7, 20),
        Date.UTC(2026, 6, 1, 23, 50),
        ...changes.flatMap((at) => [-180, -61, -1, 0, 1, 61, 180].map((by) => at + by * 60_000)),
      ];
      for (const at of instants) {
        const { minutes } = getWallTime(zone, at);
        const found = toInstant(zone, formatDay(zone, at), minutes);
        const isSame = formatDay(zone, found) === formatDay(zone, at) && getWallTime(zone, found).minutes === minutes;
        // A time shown twice is the first of the two.
        if (!isSame || found > at) wrong.push(`${zone} ${new Date(at).toISOString()} → ${new Date(found).toISOString()}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('the day is the one the platform says', () => {
    const at = Date.UTC(2026, 10, 1, 11, 30);
    const ofPlatform = (zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
    expect(zones.filter((zone) => formatDay(zone, at) !== ofPlatform(zone))).toEqual([]);
  });
});

describe('where the clocks change', () => {
  test('a time they skip is as long after the skip', () => {
    expect(new Date(toInstant('America/New_York', '2026-03-08', 150)).toISOString()).toBe('2026-03-08T07:30:00.000Z');
    expect(new Date(toInstant('Australia/Lord_Howe', '2026-10-04', 135)).toISOString()).toBe('2026-10-03T15:45:00.000Z');
  });

  test('a time they show twice is the first of the two', () => {
    expect(new Date(toInstant('America/New_York', '2026-11-01', 90)).toISOString()).toBe('2026-11-01T05:30:00.000Z');
    expect(new Date(toInstant('Australia/Lord_Howe', '2026-04-05', 105)).toISOString()).toBe('2026-04-04T14:45:00.000Z');
  });

  test('tomorrow is the next day, however long this one is', () => {
    expect(addDays('2026-03-08', 1)).toBe('2026-03-09');
    expect(addDays('2026-11-01', 1)).toBe('2026-11-02');
    expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2);
  });
});

test('a day is one of the calendar', () => {
  expect(['2026-02-28', '2028-02-29', '2026-02-29', '2026-13-01', '2026-1-1', 'today'].map(isDay)).toEqual([true, true, false, false, false, false]);
  expect(getWeekday('2026-11-23')).toBe(0);
  expect(getWeekday('2026-11-22')).toBe(6);
});
