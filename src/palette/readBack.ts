/** Reads text back in full while it is typed. */
import type { ReadBack } from '#commands/core/args.ts';
import { parseSendTime } from '#commands/core/parseSendTime.ts';
import { isDay } from '#contract/text/day.ts';
import { createHours } from '#contract/text/hours.ts';
import { formatHours, parseHours } from '#contract/text/hoursText.ts';
import { formatSchedule, parseSchedule } from '#contract/text/scheduleText.ts';
import { addDays, formatDay } from '#contract/text/time.ts';

const dateFormat = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;

/** "Tomorrow, 9:00 AM PST"; with the date where it is further away. */
function formatInstant(text: string, now: Date, zone: string): string | null {
  const read = parseSendTime(text, now, zone);
  if (!read.ok) return null;
  const at = new Date(read.value);
  const day = formatDay(zone, at);
  const today = formatDay(zone, now);
  const near = day === today ? 'Today' : day === addDays(today, 1) ? 'Tomorrow' : null;
  const date = near ?? new Intl.DateTimeFormat('en-US', { ...dateFormat, timeZone: zone }).format(at);
  return `${date}, ${new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).format(at)}`;
}

/** Returns the text in full; null where it can't be read. `zone` is the company's. */
export function readBack(kind: ReadBack, text: string, now: Date, zone: string): string | null {
  if (kind === 'instant') return formatInstant(text, now, zone);
  const words = text.trim();
  if (kind === 'day') return isDay(words) ? new Intl.DateTimeFormat('en-US', { ...dateFormat, timeZone: 'UTC' }).format(new Date(`${words}T00:00:00Z`)) : null;
  if (kind === 'schedule') {
    const read = parseSchedule(words);
    return read.ok ? formatSchedule(read.value) : null;
  }
  const read = parseHours(words, createHours('UTC'));
  return read.ok ? formatHours(read.value) : null;
}
