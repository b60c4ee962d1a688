/** Times as people read them (LOOKS.md "Words", CONST-086 to CONST-088). Instants are ISO 8601 or milliseconds. */
import { formats } from '#contract/core/limits.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const cache = new Map<string, Intl.DateTimeFormat>();
/** Formatters are kept: making one costs more than a whole row. */
function getFormatter(timeZone: string, key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const id = `${key} ${timeZone}`;
  const known = cache.get(id);
  if (known) return known;
  const made = new Intl.DateTimeFormat(formats.locale, { timeZone, ...options });
  cache.set(id, made);
  return made;
}

const toMs = (instant: string | number): number => (typeof instant === 'number' ? instant : Date.parse(instant));

/** Text in place of a missing or malformed instant: a bad row must not take the list down. */
const unknown = '–';

/** 'h:mm A' in the time zone. */
export const formatClockTime = (instant: string | number, timeZone: string): string =>
  getFormatter(timeZone, 'clock', { hour: 'numeric', minute: '2-digit' })
    .format(toMs(instant))
    .replace(/\u202f/g, ' ');

/** 'MMM D, YYYY' in the time zone. */
export const formatCalendarDate = (instant: string | number, timeZone: string): string =>
  getFormatter(timeZone, 'date', { month: 'short', day: 'numeric', year: 'numeric' }).format(toMs(instant));

/** The short name of a zone ('EST') where the reader's own is another; empty where it is the same. */
export const formatZone = (instant: string | number, timeZone: string, readerZone: string): string =>
  timeZone === readerZone
    ? ''
    : (getFormatter(timeZone, 'zone', { timeZoneName: 'short' })
        .formatToParts(toMs(instant))
        .find((part) => part.type === 'timeZoneName')?.value ?? '');

/** 'MMM D, YYYY h:mm A' in the time zone; with the zone's short name when it is not the reader's own. */
export function formatAbsoluteTime(instant: string | number, timeZone: string, readerZone = timeZone): string {
  if (Number.isNaN(toMs(instant))) return unknown;
  return `${formatCalendarDate(instant, timeZone)} ${formatClockTime(instant, timeZone)} ${formatZone(instant, timeZone, readerZone)}`.trimEnd();
}

const isSameYear = (one: string | number, other: string | number, timeZone: string): boolean => {
  const year = getFormatter(timeZone, 'year', { year: 'numeric' });
  return year.format(toMs(one)) === year.format(toMs(other));
};
/** 'Nov 17', from another year with the year. */
export const formatShortDate = (instant: string | number, now: number, timeZone: string): string =>
  isSameYear(instant, now, timeZone)
    ? getFormatter(timeZone, 'day', { month: 'short', day: 'numeric' }).format(toMs(instant))
    : formatCalendarDate(instant, timeZone);

/** 'now', '2m', '5h'; from a day on the weekday, from a week on 'Nov 17', from another year with the year. Future instants in the same measures: 'in 5m'. */
export function formatRelativeTime(instant: string | number, now: number, timeZone: string): string {
  const at = toMs(instant);
  if (Number.isNaN(at)) return unknown;
  const gone = now - at;
  const distance = Math.abs(gone);
  if (distance < minute) return 'now';
  if (distance < day) {
    const amount = distance < hour ? `${Math.floor(distance / minute)}m` : `${Math.floor(distance / hour)}h`;
    return gone > 0 ? amount : `in ${amount}`;
  }
  if (distance < 6 * day && gone > 0) return getFormatter(timeZone, 'weekday', { weekday: 'short' }).format(at);
  return formatShortDate(at, now, timeZone);
}

/** Seconds as '0:48', '11:02', '1:04:09'. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return (parts[0] ? parts : parts.slice(1)).map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
