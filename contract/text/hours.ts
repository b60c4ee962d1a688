/** Business hours of a number (spec 1.3, 2.5): presets, options of a quarter of an hour, and whether it is open. Times are 24-hour here and on the wire, 12-hour on the screen. */

import { allDay, closed, type Preset, parseMinutes, preset, presets } from './hour.ts';
import type { BusinessHours } from './hoursSchema.ts';
import { getWallTime } from './zones.ts';

/** ENUM-067…073. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export type Weekday = (typeof weekdays)[number];

export const weekdayLabel = { mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday', thu: 'Thursday', fri: 'Friday', sat: 'Saturday', sun: 'Sunday' } as const;

/** One day: `open` may be `All Day` or `Closed`, and `close` is then null (AMB-25). Both null: nothing was set. */
export interface Day {
  readonly open: string | null;
  readonly close: string | null;
}

const getFieldName = <const D extends Weekday, const E extends 'Open' | 'Close'>(day: D, end: E) => `${day}${end}Hour` as const;

/** The fields of a day as they are stored. */
export const getDay = (hours: BusinessHours, day: Weekday): Day => ({ open: hours[getFieldName(day, 'Open')], close: hours[getFieldName(day, 'Close')] });

/** The hours with one day changed. `All Day` and `Closed` clear the other field. */
export function replaceDay(hours: BusinessHours, day: Weekday, { open, close }: Day): BusinessHours {
  const isWhole = open === allDay || open === closed;
  return { ...hours, [getFieldName(day, 'Open')]: open, [getFieldName(day, 'Close')]: isWhole ? null : close };
}

const nineToFive: Day = { open: '09:00', close: '17:00' };

const wholeDay: Day = { open: allDay, close: null };

const closedDay: Day = { open: closed, close: null };

const isWeekend = (day: Weekday) => day === 'sat' || day === 'sun';

function getPresetDay(which: number, day: Weekday): Day | null {
  if (which === preset.always) return wholeDay;
  if (which === preset.voicemail) return closedDay;
  if (which === preset.weekdays) return isWeekend(day) ? closedDay : nineToFive;
  return which === preset.weekend ? (isWeekend(day) ? nineToFive : closedDay) : null;
}

/** Hours of which nothing but the preset is set: every hour field null (RULE-064). */
export function createHours(timezone: string, which: Preset = preset.always): BusinessHours {
  const fields = { monOpenHour: null, monCloseHour: null, tueOpenHour: null, tueCloseHour: null, wedOpenHour: null, wedCloseHour: null, thuOpenHour: null };
  const more = { thuCloseHour: null, friOpenHour: null, friCloseHour: null, satOpenHour: null, satCloseHour: null, sunOpenHour: null, sunCloseHour: null };
  return { preset: which, timezone, ...fields, ...more };
}

/** The hours with a preset chosen: 1 to 3 fill the fields in (AMB-26); 4 and 5 leave them as they are. */
export function applyPreset(hours: BusinessHours, which: Preset): BusinessHours {
  const chosen = { ...hours, preset: which };
  if (which === preset.custom || which === preset.voicemail) return chosen;
  return weekdays.reduce<BusinessHours>((changed, day) => replaceDay(changed, day, getPresetDay(which, day) ?? closedDay), chosen);
}

/** Hours as they are saved: the fields follow the preset they come with (AMB-26, FLOW-055). */
export function syncPreset(hours: BusinessHours): BusinessHours {
  const which = presets.find((known) => known === hours.preset);
  return which === undefined ? hours : applyPreset(hours, which);
}

/** A day as it counts, whatever preset says it. */
export const getEffectiveDay = (hours: BusinessHours, day: Weekday): Day => getPresetDay(hours.preset, day) ?? getDay(hours, day);

/** The same hours as a week of their own, to be changed day by day; what has no hours yet is closed. */
export function toCustomHours(hours: BusinessHours): BusinessHours {
  const custom = { ...hours, preset: preset.custom };
  return weekdays.reduce<BusinessHours>((changed, day) => {
    const now = getEffectiveDay(hours, day);
    return replaceDay(changed, day, now.open === null ? closedDay : now);
  }, custom);
}

/** Minutes since midnight during which a day is open, the end not included; null when it is not. Midnight as the end is the end of the day. */
export function getSpan({ open, close }: Day): { readonly from: number; readonly to: number } | null {
  if (open === allDay) return { from: 0, to: 1_440 };
  if (open === null || open === closed || close === null || close === closed) return null;
  return { from: parseMinutes(open), to: close === allDay ? 1_440 : parseMinutes(close) || 1_440 };
}

/** Is it open at an instant (milliseconds since the epoch), by the clock on the wall of its zone? */
export function isOpenAt(hours: BusinessHours, at: number): boolean {
  const { weekday, minutes } = getWallTime(hours.timezone, at);
  const span = getSpan(getEffectiveDay(hours, weekdays[weekday] ?? 'mon'));
  return span !== null && minutes >= span.from && minutes < span.to;
}

/** Finds a fault in hours, and its field; null when there is none. Hours that do not count are not checked. */
export function findHoursFault(hours: BusinessHours): { readonly field: keyof BusinessHours; readonly message: string } | null {
  if (hours.preset !== preset.custom) return null;
  for (const day of weekdays) {
    const { open, close } = getDay(hours, day);
    if (open === null || open === allDay || open === closed) continue;
    if (close === null) return { field: getFieldName(day, 'Close'), message: `Add a closing time for ${weekdayLabel[day]}` };
    const span = getSpan({ open, close });
    if (span !== null && span.to <= span.from) return { field: getFieldName(day, 'Close'), message: `${weekdayLabel[day]} ends before it starts` };
  }
  return null;
}
