/** The hours of a week at a glance: a row for each day, a field for each hour. The words beside say the same. */

import { getEffectiveDay, getSpan, weekdayLabel, weekdays } from '#contract/text/hours.ts';
import type { BusinessHours } from '#contract/text/hoursSchema.ts';
import css from './Routing.module.css';

export function Week({ hours }: { hours: BusinessHours }) {
  return (
    <div className={css.week} aria-hidden="true">
      {weekdays.map((day) => {
        const span = getSpan(getEffectiveDay(hours, day));
        return [
          <span key={day} className={css.muted}>
            {weekdayLabel[day].slice(0, 3)}
          </span>,
          <span key={`${day} hours`} className={css.day}>
            {Array.from({ length: 24 }, (_, hour) => (
              <i key={hour} data-open={span !== null && span.from < (hour + 1) * 60 && span.to > hour * 60} />
            ))}
          </span>,
        ];
      })}
    </div>
  );
}
