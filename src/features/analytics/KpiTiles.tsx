/** Key figures of a period, each with its change. */
import type { CallKpi, CallSums } from '#contract/analytics/entities.ts';
import css from './Dashboard.module.css';

interface Figure {
  readonly name: string;
  /** null: nothing to divide by. */
  readonly value: (sums: CallSums) => number | null;
  readonly format: (value: number) => string;
  /** More is better, worse, or neither. */
  readonly good: 'more' | 'less' | null;
}

const formatCount = (value: number) => value.toLocaleString('en-US');
const formatShare = (value: number) => `${Math.round(value * 100)}%`;
const formatSeconds = (value: number) => {
  const seconds = Math.round(value);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
};

const figures: readonly Figure[] = [
  { name: 'Calls', value: ({ calls }) => calls, format: formatCount, good: 'more' },
  { name: 'Answered', value: ({ answered, calls }) => (calls === 0 ? null : answered / calls), format: formatShare, good: 'more' },
  { name: 'Missed', value: ({ missed }) => missed, format: formatCount, good: 'less' },
  { name: 'First-time callers', value: ({ firstTime }) => firstTime, format: formatCount, good: 'more' },
  { name: 'Leads', value: ({ leads }) => leads, format: formatCount, good: 'more' },
  { name: 'Average duration', value: ({ duration, calls }) => (calls === 0 ? null : duration / calls), format: formatSeconds, good: null },
];

/** Change in percent, in words; null where there is nothing to compare with. */
function formatChange(now: number | null, before: number | null): string | null {
  if (now === null || before === null || before === 0) return null;
  const change = Math.round(((now - before) / before) * 100);
  return change === 0 ? 'no change' : `${change > 0 ? '+' : '−'}${Math.abs(change)}%`;
}

export function KpiTiles({ kpi }: { readonly kpi: CallKpi }) {
  return (
    <dl className={css.tiles} aria-label="Key figures">
      {figures.map(({ name, value, format, good }) => {
        const now = value(kpi.current);
        const before = kpi.previous && value(kpi.previous);
        const change = formatChange(now, before);
        const isBetter = now !== null && before !== null && now !== before && now > before === (good === 'more');
        const tone = change === null || change === 'no change' || good === null ? 'plain' : isBetter ? 'good' : 'bad';
        return (
          <div key={name} className={css.tile}>
            <dt>{name}</dt>
            <dd>
              <span className={css.figureValue}>{now === null ? '–' : format(now)}</span>
              {change !== null && (
                <span className={css.change} data-tone={tone}>
                  {change}
                </span>
              )}
              {before !== null && <span className={css.before}>{`${format(before)} before`}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
