import { createContext, use, useSyncExternalStore } from 'react';
import { createClock } from '../store/clock.ts';
import { displayPhone, usePhoneLibrary } from './phone.ts';
import styles from './text.module.css';
import { formatAbsoluteTime, formatRelativeTime } from './time.ts';

/** The reader's own zone; UTC where the browser does not know it (spec 1.9). */
export const getReaderZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The company's time zone for everything inside; the reader's where there is none. */
export const TimeZone = createContext<string | null>(null);
/** The zone in force here. */
export const useTimeZone = (): string => use(TimeZone) ?? getReaderZone();

// One clock for all times on screen: a step every 30 s, and none while nobody looks on.
const onTick = createClock(30_000);

/** Relative under a day; the absolute time in the company's zone is its title and what screen readers hear. */
export function RelativeTime({ at }: { /** ISO 8601. */ at: string }) {
  const zone = useTimeZone();
  const shown = useSyncExternalStore(onTick, () => formatRelativeTime(at, Date.now(), zone));
  const absolute = formatAbsoluteTime(at, zone, getReaderZone());
  return (
    <time dateTime={at} title={absolute} className={styles.time}>
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{absolute}</span>
    </time>
  );
}

/** A number to dial, in the display form; `mono={false}` inside running text. */
export function PhoneText({ number, mono = true }: { /** E.164. */ number: string; mono?: boolean }) {
  usePhoneLibrary();
  return <span className={mono ? styles.phone : styles.plain}>{displayPhone(number)}</span>;
}
