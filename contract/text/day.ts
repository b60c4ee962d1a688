/** Days of the calendar, without a zone: apart from times, whose arithmetic the first command does not need. */

/** Checks whether a text names a day of the calendar from 1900 on: `2026-02-30` does not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900') return false;
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
