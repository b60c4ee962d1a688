/** The hours of a week at a glance: a row for each open day, a field for each hour. The words beside say the same. */

import { getEffectiveDay, getSpan, weekdayLabel, weekdays } from '#contract/text/hours.ts';
import type { BusinessHours } from '#contract/text/hoursSchema.ts';
import css from './Routing.module.css';

/** Hours named below the days. */
const scale = [0, 6, 12, 18];

export function Week({ hours }: { hours: BusinessHours }) {
  const open = weekdays.flatMap((day) => {
    const span = getSpan(getEffectiveDay(hours, day));
    return span === null ? [] : [{ day, span }];
  });
  if (open.length === 0) return null;
  return (
    <div className={css.week} aria-hidden="true">
      {open.map(({ day, span }) => {
        return [
          <span key={day} className={css.muted}>
            {weekdayLabel[day].slice(0, 3)}
          </span>,
          <span key={`${day} hours`} className={css.day}>
            {Array.from({ length: 24 }, (_, hour) => (
              <i key={hour} data-open={span.from < (hour + 1) * 60 && span.to > hour * 60} />
            ))}
          </span>,
        ];
      })}
      <span className={css.scale}>
        {scale.map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}</span>
        ))}
        <span>24</span>
      </span>
    </div>
  );
}
