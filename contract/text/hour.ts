/** A time of day, and presets of business hours (spec 1.3): 24-hour here and on the wire, 12-hour on the screen. */

/** ENUM-062…066. */
export const presetLabel = { 1: '24/7', 2: 'Mon-Fri (9-5)', 3: 'Sat-Sun (9-5)', 4: 'Custom', 5: 'Direct Voicemail' } as const;

export type Preset = keyof typeof presetLabel;

export const presets = [1, 2, 3, 4, 5] as const satisfies readonly Preset[];

export const preset = { always: 1, weekdays: 2, weekend: 3, custom: 4, voicemail: 5 } as const;

export const allDay = 'All Day';

export const closed = 'Closed';

/** Minutes between the times offered (CONST-041). */
export const timeStep = 15;

/** `17:15` → `5:15pm`, `00:00` → `12:00am` (RULE-068); anything else, `All Day` too, comes back as it is. */
export function to12Hour(time: string): string {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (hour === undefined) return time;
  return `${Number(hour) % 12 || 12}:${minute}${Number(hour) < 12 ? 'am' : 'pm'}`;
}

/** `5:15pm` → `17:15`, `12:00am` → `00:00` (RULE-067); anything else, `All Day` too, comes back as it is. */
export function to24Hour(time: string): string {
  const [, hour, minute, half] = /^(1[0-2]|[1-9]):([0-5]\d)(am|pm)$/.exec(time) ?? [];
  if (hour === undefined) return time;
  return `${String((Number(hour) % 12) + (half === 'pm' ? 12 : 0)).padStart(2, '0')}:${minute}`;
}

/** Minutes since midnight as the wire writes them: 555 → `09:15`. */
export const formatMinutes = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export const parseMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** RULE-065: `All Day`, every quarter of an hour from 12:00am to 11:45pm, `Closed`. */
export const timeOptions: readonly string[] = [allDay, ...Array.from({ length: 96 }, (_, at) => to12Hour(formatMinutes(at * timeStep))), closed];

/** `All Day`, `Closed`, or a quarter of an hour in 24 hours. */
export const isHour = (text: string): boolean =>
  text === allDay || text === closed || (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) && parseMinutes(text) % timeStep === 0);
