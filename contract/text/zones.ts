/** Time zones: friendly labels (spec 1.3, AMB-28), the default (spec 1.9), and what a clock on the wall shows. The platform's zone rules are the one source. */

const zoneLabels = new Map<string, string>(
  Object.entries({
    'America/New_York': 'Eastern Time',
    'America/Chicago': 'Central Time',
    'America/Denver': 'Mountain Time',
    'America/Phoenix': 'Mountain Time, Arizona',
    'America/Los_Angeles': 'Pacific Time',
    'America/Anchorage': 'Alaska Time',
    'America/Adak': 'Aleutian Time',
    'Pacific/Honolulu': 'Hawaii Time',
    UTC: 'UTC',
  }),
);

/** Every zone the platform knows: those with labels of their own first, then by name. */
export function listTimeZones(): readonly string[] {
  const named = [...zoneLabels.keys()];
  return [...named, ...Intl.supportedValuesOf('timeZone').filter((zone) => !named.includes(zone))];
}

/** `America/New_York` → `Eastern Time`; a zone without a label of its own is called by its name: `Europe/Berlin`, `America/St Johns`. */
export const getZoneLabel = (zone: string): string => zoneLabels.get(zone) ?? zone.replaceAll('_', ' ');

/** The browser's zone, else UTC (CONST-090, CONST-091). */
export function getDefaultTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Local time on a wall clock: `weekday` 0 Monday to 6 Sunday, `minutes` since midnight, 0 to 1439. */
interface WallTime {
  readonly weekday: number;
  readonly minutes: number;
}

// Making a formatter costs a hundred times what using it does.
const clockFormats = new Map<string, Intl.DateTimeFormat>();

const weekdayOrder = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function getClock(zone: string): Intl.DateTimeFormat {
  const known = clockFormats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clockFormats.set(zone, made);
  return made;
}

/** The wall clock of a zone at an instant (milliseconds since the epoch). Throws a RangeError for a zone that is none. */
export function getWallTime(zone: string, at: number): WallTime {
  const [weekday = '', hour = '', minute = ''] = getClock(zone)
    .format(at)
    .split(/[^A-Za-z0-9]+/);
  return { weekday: weekdayOrder.indexOf(weekday), minutes: Number(hour) * 60 + Number(minute) };
}

/** Formats the city of a time zone: Los Angeles for America/Los_Angeles. */
export const formatCity = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
