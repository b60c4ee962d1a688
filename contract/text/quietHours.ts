/**
 * When a first text may go out (47 CFR 64.1200(c)(1) in the stricter form that satisfies the states): hours of the person it is written to. Zones by
 * state or province: 49 CFR part 71 and the provinces' own acts, as of 2026; where a state has several, an instant has to fit all of them.
 */

import { getAreaCode } from './phone.ts';
import { findRegion } from './regions.ts';
import { getWallTime } from './zones.ts';

/** Hours of the wall clock between which a first text may go out; on Sundays it begins later. */
export interface TextingHours {
  readonly from: number;
  readonly to: number;
  readonly sundayFrom: number;
}

/** The hours where an installation names none. */
export const textingHours: TextingHours = { from: 9, to: 20, sundayFrom: 12 };

/** So many first texts one person may get within a day: the stricter of the states' limits (Florida Stat. 501.616(6)(b), as of 2026). */
export const firstTexts = { max: 3, withinMs: 24 * 60 * 60_000 } as const;

const eastern = 'America/New_York';

const central = 'America/Chicago';

const mountain = 'America/Denver';

const pacific = 'America/Los_Angeles';

const atlantic = 'America/Halifax';

const newfoundland = 'America/St_Johns';

const regionsByZones: readonly (readonly [regions: string, zones: readonly string[]])[] = [
  ['CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV', [eastern]],
  ['AL AR IL IA LA MN MO MS OK WI', [central]],
  ['CO MT NM UT WY AB NT', [mountain]],
  ['SK', ['America/Regina', mountain]],
  ['CA WA NV', [pacific]],
  ['FL IN KY MI TN ON', [eastern, central]],
  ['KS ND NE SD TX', [central, mountain]],
  ['ID OR BC', [mountain, pacific]],
  ['AZ', ['America/Phoenix', mountain]],
  ['AK', ['America/Anchorage', 'America/Adak']],
  ['HI', ['Pacific/Honolulu']],
  ['MB', [central]],
  ['NB NS PE', [atlantic]],
  ['NL', [newfoundland, atlantic]],
  ['QC', [eastern, atlantic]],
  ['YT', ['America/Whitehorse']],
  ['NU', [eastern, central, mountain]],
];

const zonesOfRegion = new Map(regionsByZones.flatMap(([regions, zones]) => regions.split(' ').map((region) => [region, zones] as const)));

/** The strictest window: it is day from one end of the country to the other. */
const nationwideZones: readonly string[] = [eastern, central, mountain, pacific, 'America/Anchorage', 'Pacific/Honolulu'];

/** Returns the zones in which texting hours must be open for a number: those of its area code and of the state its contact lives in; all zones when both are unknown. */
export function listZones(number: string, state: string | null): readonly string[] {
  const byCode = zonesOfRegion.get(findRegion(getAreaCode(number) ?? '') ?? '') ?? [];
  const byState = zonesOfRegion.get(state?.trim().toUpperCase() ?? '') ?? [];
  const zones = [...new Set([...byCode, ...byState])];
  return zones.length === 0 ? nationwideZones : zones;
}

const sundayIndex = 6;

const quarterMs = 15 * 60_000;

/** A week of quarters of an hour, and a day: within them every window opens. */
const maxQuarters = 8 * 24 * 4;

function isOpen(zone: string, at: number, { from, to, sundayFrom }: TextingHours): boolean {
  const { weekday, minutes } = getWallTime(zone, at);
  return minutes >= (weekday === sundayIndex ? Math.max(from, sundayFrom) : from) * 60 && minutes < to * 60;
}

/** Reason to hold a first text: until when, and a zone that is shut now, whose clock says why. */
export interface QuietPeriod {
  readonly until: Date;
  readonly zone: string;
}

/** Midwinter and midsummer: clocks are furthest apart in one of them. */
const seasons = ['2026-01-05', '2026-07-06'].map((day) => new Date(`${day}T00:00:00Z`));

/** True when these hours come at once, at some time of each week, wherever the zones of an area code and of a state may lie. */
export function hasCommonOpening(hours: TextingHours): boolean {
  const everywhere = [...new Set(regionsByZones.flatMap(([, zones]) => zones))];
  return seasons.every((at) => findOpening(everywhere, at, hours) !== null);
}

/** Checks whether a first text has to wait at an instant; null when it may go out. Throws where the hours never come in all zones at once (`hasCommonOpening`). */
export function findQuiet(zones: readonly string[], at: Date, hours: TextingHours): QuietPeriod | null {
  if (zones.every((zone) => isOpen(zone, at.getTime(), hours))) return null;
  const quiet = findOpening(zones, at, hours);
  if (quiet === null) throw new RangeError('These hours never open');
  return quiet;
}

/** The next quarter of an hour after an instant that is open in all zones, and of the zones that are shut at the instant the one that opens last; null when none ever is. */
function findOpening(zones: readonly string[], at: Date, hours: TextingHours): QuietPeriod | null {
  const shut = (instant: number) => zones.filter((zone) => !isOpen(zone, instant, hours));
  let waiting = shut(at.getTime());
  const first = Math.floor(at.getTime() / quarterMs) * quarterMs;
  for (let step = 1; step <= maxQuarters; step += 1) {
    const then = shut(first + step * quarterMs);
    if (then.length === 0) return { until: new Date(first + step * quarterMs), zone: waiting[0] ?? zones[0] ?? '' };
    const still = waiting.filter((zone) => then.includes(zone));
    if (still.length > 0) waiting = still;
  }
  return null;
}
