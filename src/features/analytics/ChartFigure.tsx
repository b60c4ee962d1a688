/** A chart with its title, its table behind it, and the point that has the cursor. The keys that move it are commands of the pane. */

import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { formatNumber } from '#contract/text/number.ts';
import { type Chart, formatChart, formatDifference, formatPoint, formatShare, hasBars, type Point } from '#contract/text/reportChart.ts';
import { formatClock } from '#contract/text/time.ts';
import css from './Dashboard.module.css';
import { barHeight, drawChart } from './plots.ts';

interface Props {
  readonly title: string;
  readonly note: string | null;
  readonly chart: Chart;
  /** Bars that are drawn at most; the table has all. */
  readonly most: number;
  /** Pixels of a chart that has no bars. */
  readonly height: number;
  /** Time zone of its days. */
  readonly zone: string;
  readonly cursor: Point | null;
  readonly isTable: boolean;
  readonly hasCursor: boolean;
  readonly isWide: boolean;
  readonly onPick: (point: Point) => void;
}

/** Points of a chart that are drawn: the first bars, all of another. */
export const getShownPoints = (chart: Chart, most: number): readonly Point[] => (hasBars(chart) ? chart.points.slice(0, most) : chart.points);

export function ChartFigure({ title, note, chart, most, height, zone, cursor, isTable, hasCursor, isWide, onPick }: Props) {
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hasCursor) figure.current?.scrollIntoView({ block: 'nearest' });
  }, [hasCursor]);
  const isEmpty = chart.points.every(({ value, previous }) => value === 0 && (previous ?? 0) === 0);
  const shown = useMemo(() => getShownPoints(chart, most), [chart, most]);
  const hidden = chart.points.length - shown.length;
  return (
    <figure ref={figure} className={css.figure} data-current={hasCursor} data-wide={isWide} data-chart={title}>
      <figcaption className={css.caption}>
        <h3>{title}</h3>
        {cursor === null ? note !== null && <span className={css.note}>{note}</span> : <span className={css.point}>{formatPoint(chart, cursor)}</span>}
      </figcaption>
      {isEmpty && !isTable && <p className={css.nothing}>{chart.kind === 'changes' ? 'Nothing changed.' : 'Nothing in this period.'}</p>}
      {!isEmpty && !isTable && <Drawing title={title} chart={chart} shown={shown} height={height} zone={zone} cursor={cursor} onPick={onPick} />}
      {!isEmpty && !isTable && hidden > 0 && <p className={css.more}>{`and ${formatNumber(hidden)} more in the table`}</p>}
      {isTable && <ChartTable title={title} chart={chart} cursor={cursor} />}
    </figure>
  );
}

function Drawing({
  title,
  chart,
  shown,
  height,
  zone,
  cursor,
  onPick,
}: Pick<Props, 'title' | 'chart' | 'height' | 'zone' | 'cursor' | 'onPick'> & { readonly shown: readonly Point[] }) {
  const ruler = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const width = useRef(0);
  const pick = useRef(onPick);
  useLayoutEffect(() => {
    pick.current = onPick;
  });
  useLayoutEffect(() => {
    const target = place.current;
    if (target === null || ruler.current === null) return;
    let isPointed = false;
    let drawn: ReturnType<typeof drawChart> | null = null;
    const draw = () => {
      const size = { width: width.current, height: hasBars(chart) ? shown.length * barHeight + 8 : height };
      drawn = drawChart({ ...chart, points: shown }, { ...size, now: formatClock(zone, Date.now()), cursor, isPointed });
      target.replaceChildren(drawn);
    };
    if (width.current > 0) draw();
    // Tells the width before the first frame, too. To ask for it here would lay the page out once for each chart.
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.floor(entry?.contentRect.width ?? 0);
      if (next === 0 || next === width.current) return;
      width.current = next;
      draw();
    });
    observer.observe(ruler.current);
    // The search for the point under the mouse is made when there is a mouse: it is a fifth of the drawing.
    const onEnter = (event: PointerEvent) => {
      if (isPointed || width.current === 0) return;
      isPointed = true;
      draw();
      drawn?.dispatchEvent(new PointerEvent('pointermove', event));
    };
    const onClick = () => {
      const point = shown.find((each) => each === drawn?.value);
      if (point) pick.current(point);
    };
    target.addEventListener('pointerenter', onEnter);
    target.addEventListener('click', onClick);
    return () => {
      observer.disconnect();
      target.removeEventListener('pointerenter', onEnter);
      target.removeEventListener('click', onClick);
    };
  }, [chart, shown, height, zone, cursor]);
  return (
    <div className={css.drawing} role="img" aria-label={formatChart(title, chart)} data-kind={chart.kind}>
      {/* As wide as the drawing, and no higher for what is drawn. */}
      <div ref={ruler} />
      <div ref={place} />
    </div>
  );
}

function ChartTable({ title, chart, cursor }: Pick<Props, 'title' | 'chart' | 'cursor'>) {
  const isCompared = chart.points.some(({ previous }) => previous !== null);
  const current = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (cursor !== null) current.current?.scrollIntoView({ block: 'nearest' });
  }, [cursor]);
  return (
    <div className={css.rows} tabIndex={0} role="region" aria-label={`${title}: table`}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{chart.nouns[1]}</th>
            {isCompared && <th scope="col">Before</th>}
            {isCompared && <th scope="col">Change</th>}
            {chart.kind === 'changes' && <th scope="col">Share</th>}
            {chart.columns?.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.points.map((point) => (
            <tr key={point.key} ref={point === cursor ? current : null} data-current={point === cursor}>
              <th scope="row">{point.label}</th>
              <td>{formatNumber(point.value)}</td>
              {isCompared && <td>{point.previous === null ? '–' : formatNumber(point.previous)}</td>}
              {isCompared && <td>{formatDifference(point)}</td>}
              {chart.kind === 'changes' && <td>{point.share == null ? '–' : formatShare(point.share)}</td>}
              {chart.columns?.map((name, at) => (
                <td key={name}>{formatNumber(point.cells?.[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
