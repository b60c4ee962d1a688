/** A time to come, with its day, and the zone where the reader's own is another. Apart from the other times, since the first rows have none. */
import { useSyncExternalStore } from 'react';
import { createClock } from '../store/clock.ts';
import { formatFutureTime } from './futureTime.ts';
import { getReaderZone, useTimeZone } from './text.tsx';
import { formatAbsoluteTime, formatZone } from './time.ts';

const onTick = createClock(30_000);

/** 'Tomorrow at 9:00 AM EST'; the whole date is its title. */
export function FutureTime({ at }: { /** ISO 8601. */ at: string }) {
  const zone = useTimeZone();
  const shown = useSyncExternalStore(onTick, () => formatFutureTime(at, Date.now(), zone));
  const zoneName = formatZone(at, zone, getReaderZone());
  return (
    <time dateTime={at} title={formatAbsoluteTime(at, zone, getReaderZone())}>
      {shown.charAt(0).toUpperCase() + shown.slice(1)}
      {zoneName && ` ${zoneName}`}
    </time>
  );
}
