import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatMinutes } from '#contract/text/hour.ts';
import { applyPreset, createHours, isOpenAt, replaceDay, weekdays } from '#contract/text/hours.ts';
import { getWallTime, listTimeZones } from '#contract/text/zones.ts';
import { freshDatabase, type TestDatabase } from './database.ts';

const [from, to] = [Date.UTC(2024, 0, 1), Date.UTC(2030, 11, 31)];
const [minute, day] = [60_000, 86_400_000];
/** Zones whose rules were changed lately: platform and database may have tables of different years. The app goes by the platform's alone. */
const known: readonly string[] = ['Africa/Casablanca', 'Africa/El_Aaiun', 'America/Edmonton', 'America/Vancouver'];

const offset = (zone: string, at: number): number => {
  const { weekday, minutes } = getWallTime(zone, at);
  const there = weekday * 1_440 + minutes;
  const here = ((Math.floor(at / day) + 3) % 7) * 1_440 + Math.floor((at % day) / minute);
  return (there - here + (3 * 10_080) / 2 + 10_080) % 10_080;
};

/** The instants at which a zone's clocks are moved: between days whose offsets differ, halved down to the minute. */
function transitionsOf(zone: string): number[] {
  const found: number[] = [];
  for (let at = from; at < to; at += 7 * day) {
    let [low, high] = [at, at + 7 * day];
    if (offset(zone, low) === offset(zone, high)) continue;
    while (high - low > minute) {
      const middle = low + Math.floor((high - low) / 2 / minute) * minute;
      if (offset(zone, middle) === offset(zone, low)) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
}

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Computes the wall clock's time by the database's zone rules. */
async function databaseTimes(asked: readonly { readonly zone: string; readonly at: number }[]) {
  const { rows } = await client.query<{ weekday: number; minutes: number }>(
    `select extract(isodow from t)::int - 1 as weekday, (extract(hour from t) * 60 + extract(minute from t))::int as minutes
     from (select to_timestamp(at / 1000.0) at time zone zone as t, place from unnest($1::text[], $2::float8[]) with ordinality as asked (zone, at, place)) as told order by place`,
    [asked.map(({ zone }) => zone), asked.map(({ at }) => at)],
  );
  return rows;
}

describe('the clock on the wall', () => {
  const zones = listTimeZones().map((zone) => ({ zone, transitions: transitionsOf(zone) }));

  test('every zone of the list is there, and many move their clocks', () => {
    expect(zones.length).toBeGreaterThan(400);
    expect(zones.filter(({ transitions }) => transitions.length >= 10).length).toBeGreaterThan(100);
  });

  test('is the zone database’s in every zone: the minute before each transition, at it and after it, and in every month', async () => {
    const months = Array.from({ length: 84 }, (_, at) => Date.UTC(2024, at, 15, 7, 30));
    const asked = zones.flatMap(({ zone, transitions }) =>
      [...months, ...transitions.flatMap((at) => [at - minute, at, at + minute, at + 61 * minute])].map((at) => ({ zone, at })),
    );
    const told = await databaseTimes(asked);
    const wrong = new Set(asked.filter(({ zone, at }, place) => JSON.stringify(getWallTime(zone, at)) !== JSON.stringify(told[place])).map(({ zone }) => zone));
    expect(asked.length).toBeGreaterThan(40_000);
    expect([...wrong].filter((zone) => !known.includes(zone))).toEqual([]);
  });

  test('hours open and close at each transition exactly when the wall clock reaches them', () => {
    const quarters = weekdays.reduce(
      (hours, name) => replaceDay(hours, name, { open: formatMinutes(120), close: formatMinutes(165) }),
      applyPreset(createHours('UTC'), 4),
    );
    for (const { zone, transitions } of zones) {
      for (const transition of transitions) {
        for (let at = transition - 4 * 60 * minute; at < transition + 4 * 60 * minute; at += 15 * minute) {
          const { minutes } = getWallTime(zone, at);
          if (isOpenAt({ ...quarters, timezone: zone }, at) !== (minutes >= 120 && minutes < 165)) throw new Error(`${zone} at ${new Date(at).toISOString()}`);
        }
      }
    }
  });

  test('a spring night without half past two opens at three, an autumn night opens twice', () => {
    const hours = weekdays.reduce((all, name) => replaceDay(all, name, { open: '02:30', close: '04:00' }), applyPreset(createHours('America/New_York'), 4));
    const open = (at: string) => isOpenAt(hours, Date.parse(at));
    expect([open('2026-03-08T06:59:00Z'), open('2026-03-08T07:00:00Z'), open('2026-03-08T07:59:00Z'), open('2026-03-08T08:00:00Z')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const twice = weekdays.reduce((all, name) => replaceDay(all, name, { open: '01:00', close: '01:30' }), applyPreset(createHours('America/New_York'), 4));
    expect(
      ['2026-11-01T05:15:00Z', '2026-11-01T05:45:00Z', '2026-11-01T06:15:00Z', '2026-11-01T06:45:00Z'].map((at) => isOpenAt(twice, Date.parse(at))),
    ).toEqual([true, false, true, false]);
  });
});
