/** Times of the world: everything lies before one anchor, so that what is seeded reads as recent. */
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The anchor's clock in one time zone. */
export interface Clock {
  /** The zone whose walls it hangs on. */
  readonly timezone: string;
  /** The anchor, in milliseconds, on a whole minute. */
  readonly now: number;
  /** The instant of a minute of the local day that was `days` days before the anchor's. */
  at(days: number, minuteOfDay: number): number;
  /** Local weekday of that day, 0 is Sunday. */
  weekday(days: number): number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds the zone is ahead of UTC at an instant. */
function zoneOffset(zone: string, instant: number): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  if (!sign) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

/** A clock for a zone. Within a day it keeps that day's noon offset, which is exact but for hours around a change of clocks. */
export function createClock(anchor: Date, zone: string): Clock {
  const now = Math.floor(anchor.getTime() / minuteMs) * minuteMs;
  const today = Math.floor((now + zoneOffset(zone, now)) / dayMs);
  const midnights = new Map<number, number>();
  const midnight = (days: number) => {
    let known = midnights.get(days);
    if (known === undefined) {
      const utc = (today - days) * dayMs;
      known = utc - zoneOffset(zone, utc + dayMs / 2);
      midnights.set(days, known);
    }
    return known;
  };
  return {
    timezone: zone,
    now,
    at: (days, minuteOfDay) => midnight(days) + Math.round(minuteOfDay * minuteMs),
    weekday: (days) => (((today - days + 4) % 7) + 7) % 7,
  };
}

/** An instant as rows carry it. */
export const formatInstant = (ms: number): string => new Date(ms).toISOString();
