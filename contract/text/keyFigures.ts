/** Key figures of calls in words, each with its change: the same in the dashboard and in mail. */

import type { CallKpi, CallSums } from '../analytics/entities.ts';
import { formatNumber } from './number.ts';

interface Figure {
  readonly name: string;
  /** null: nothing to divide by. */
  readonly value: (sums: CallSums) => number | null;
  readonly format: (value: number) => string;
  /** More is better, worse, or neither. */
  readonly good: 'more' | 'less' | null;
}

const formatShare = (value: number) => `${Math.round(value * 100)}%`;
const formatSeconds = (value: number) => {
  const seconds = Math.round(value);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
};

const figures: readonly Figure[] = [
  { name: 'Calls', value: ({ calls }) => calls, format: formatNumber, good: 'more' },
  { name: 'Answered', value: ({ answered, calls }) => (calls === 0 ? null : answered / calls), format: formatShare, good: 'more' },
  { name: 'Missed', value: ({ missed }) => missed, format: formatNumber, good: 'less' },
  { name: 'First-time callers', value: ({ firstTime }) => firstTime, format: formatNumber, good: 'more' },
  { name: 'Leads', value: ({ leads }) => leads, format: formatNumber, good: 'more' },
  { name: 'Average duration', value: ({ duration, calls }) => (calls === 0 ? null : duration / calls), format: formatSeconds, good: null },
];

/** Change in percent, in words; null where there is nothing to compare with. */
function formatChange(now: number | null, before: number | null): string | null {
  if (now === null || before === null || before === 0) return null;
  const change = Math.round(((now - before) / before) * 100);
  return change === 0 ? 'no change' : `${change > 0 ? '+' : '−'}${Math.abs(change)}%`;
}

/** A key figure as it is read. `before` and `change` null: nothing to compare with. */
interface KeyFigure {
  readonly name: string;
  readonly value: string;
  readonly before: string | null;
  readonly change: string | null;
  readonly tone: 'plain' | 'good' | 'bad';
}

/** The key figures of two ranges. */
export const listKeyFigures = ({ current, previous }: Pick<CallKpi, 'current' | 'previous'>): KeyFigure[] =>
  figures.map(({ name, value, format, good }) => {
    const now = value(current);
    const before = previous && value(previous);
    const change = formatChange(now, before);
    const isBetter = now !== null && before !== null && now !== before && now > before === (good === 'more');
    return {
      name,
      value: now === null ? '–' : format(now),
      before: before === null ? null : format(before),
      change,
      tone: change === null || change === 'no change' || good === null ? 'plain' : isBetter ? 'good' : 'bad',
    };
  });
