/**
 * When a first text may go out (47 CFR 64.1200(c)(1) in the stricter form that satisfies the states): hours of the person it is written to. Zones by
 * state or province: 49 CFR part 71 and the provinces' own acts, as of 2026; where a state has several, an instant has to fit all of them.
 */
import { areaCodeOf } from './phone.ts';
import { regionOfAreaCode } from './regions.ts';
import { wallTime } from './zones.ts';

/** Hours of the wall clock between which a first text may go out; on Sundays it begins later. */
export interface TextingHours {
  readonly from: number;
  readonly to: number;
  readonly sundayFrom: number;
}
/** The hours where an installation names none. */
export const textingHours: TextingHours = { from: 9, to: 20, sundayFrom: 12 };

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';
const atlantic = 'America/Halifax';
const saint = 'America/St_Johns';
const byZones: readonly (readonly [regions: string, zones: readonly string[]])[] = [
  ['CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV', [eastern]],
  ['AL AR IL IA LA MN MO MS OK WI', [central]],
  ['CO MT NM UT WY AB NT SK', [mountain]],
  ['CA WA NV', [pacific]],
  ['FL IN KY MI TN ON', [eastern, central]],
  ['KS ND NE SD TX', [central, mountain]],
  ['ID OR BC', [mountain, pacific]],
  ['AZ', ['America/Phoenix', mountain]],
  ['AK', ['America/Anchorage', 'America/Adak']],
  ['HI', ['Pacific/Honolulu']],
  ['MB', [central]],
  ['NB NS PE', [atlantic]],
  ['NL', [saint, atlantic]],
  ['QC', [eastern, atlantic]],
  ['YT', ['America/Whitehorse']],
  ['NU', [eastern, central, mountain]],
];
const zonesOfRegion = new Map(byZones.flatMap(([regions, zones]) => regions.split(' ').map((region) => [region, zones] as const)));
/** The strictest window: it is day from one end of the country to the other. */
const anywhere: readonly string[] = [eastern, central, mountain, pacific, 'America/Anchorage', 'Pacific/Honolulu'];

/** Where it has to be day for a number: by its area code and, where it is known, by the state its contact lives in; unknown is anywhere. */
export function zonesOf(number: string, state: string | null): readonly string[] {
  const byCode = zonesOfRegion.get(regionOfAreaCode(areaCodeOf(number) ?? '') ?? '') ?? [];
  const byState = zonesOfRegion.get(state?.trim().toUpperCase() ?? '') ?? [];
  const zones = [...new Set([...byCode, ...byState])];
  return zones.length === 0 ? anywhere : zones;
}

const sunday = 6;
const quarter = 15 * 60_000;
/** A week of quarters of an hour, and a day: within them every window opens. */
const furthest = 8 * 24 * 4;

function isOpen(zone: string, at: number, { from, to, sundayFrom }: TextingHours): boolean {
  const { weekday, minutes } = wallTime(zone, at);
  return minutes >= (weekday === sunday ? Math.max(from, sundayFrom) : from) * 60 && minutes < to * 60;
}

/** What holds a first text: until when, and the zone whose clock says so. */
export interface Quiet {
  readonly until: Date;
  readonly zone: string;
}

/** Whether a first text has to wait at an instant; null when it may go out. */
export function quietAt(zones: readonly string[], at: Date, hours: TextingHours): Quiet | null {
  const shut = (instant: number) => zones.find((zone) => !isOpen(zone, instant, hours));
  let last = shut(at.getTime());
  if (last === undefined) return null;
  const first = Math.floor(at.getTime() / quarter) * quarter;
  for (let step = 1; step <= furthest; step += 1) {
    const zone = shut(first + step * quarter);
    if (zone === undefined) return { until: new Date(first + step * quarter), zone: last };
    last = zone;
  }
  throw new RangeError('These hours never open');
}
