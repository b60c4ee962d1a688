/** A chart with its title, its table behind it, and the point that has the cursor. The keys that move it are commands of the pane. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Chart, formatChart, formatDifference, formatPoint, formatShare, hasBars, type Point } from '#contract/text/reportChart.ts';
import css from './Dashboard.module.css';
import { barHeight, drawChart } from './plots.ts';

interface Props {
  readonly title: string;
  readonly note: string | null;
  readonly chart: Chart;
  /** Points that are drawn; the table has all. */
  readonly shown: readonly Point[];
  /** Pixels of a chart that has no bars. */
  readonly height: number;
  readonly cursor: Point | null;
  readonly isTable: boolean;
  readonly hasCursor: boolean;
  readonly isWide: boolean;
  readonly onPick: (point: Point) => void;
}

/** Width of an element, as it changes. */
function useWidth(): [ref: (element: HTMLElement | null) => void, width: number] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width];
}

export function ChartFigure({ title, note, chart, shown, height, cursor, isTable, hasCursor, isWide, onPick }: Props) {
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hasCursor) figure.current?.scrollIntoView({ block: 'nearest' });
  }, [hasCursor]);
  const isEmpty = chart.points.every(({ value, previous }) => value === 0 && (previous ?? 0) === 0);
  const hidden = chart.points.length - shown.length;
  return (
    <figure ref={figure} className={css.figure} data-current={hasCursor} data-wide={isWide} data-chart={title}>
      <figcaption className={css.caption}>
        <h3>{title}</h3>
        {cursor === null ? note !== null && <span className={css.note}>{note}</span> : <span className={css.point}>{formatPoint(chart, cursor)}</span>}
      </figcaption>
      {isEmpty && !isTable && <p className={css.nothing}>{chart.kind === 'changes' ? 'Nothing changed.' : 'Nothing in this period.'}</p>}
      {!isEmpty && !isTable && <Drawing title={title} chart={chart} shown={shown} height={height} cursor={cursor} onPick={onPick} />}
      {!isEmpty && !isTable && hidden > 0 && <p className={css.more}>{`and ${hidden.toLocaleString('en-US')} more in the table`}</p>}
      {isTable && <ChartTable title={title} chart={chart} cursor={cursor} />}
    </figure>
  );
}

function Drawing({ title, chart, shown, height, cursor, onPick }: Pick<Props, 'title' | 'chart' | 'shown' | 'height' | 'cursor' | 'onPick'>) {
  const [setElement, width] = useWidth();
  const place = useRef<HTMLDivElement>(null);
  const pick = useRef(onPick);
  useLayoutEffect(() => {
    pick.current = onPick;
  });
  useLayoutEffect(() => {
    const target = place.current;
    if (target === null || width === 0) return;
    const drawn = drawChart({ ...chart, points: shown }, { width, height: hasBars(chart) ? shown.length * barHeight + 8 : height, cursor });
    const onClick = () => {
      const point = shown.find((each) => each === drawn.value);
      if (point) pick.current(point);
    };
    drawn.addEventListener('click', onClick);
    target.replaceChildren(drawn);
    return () => drawn.removeEventListener('click', onClick);
  }, [chart, shown, width, height, cursor]);
  return (
    <div ref={setElement} className={css.drawing} role="img" aria-label={formatChart(title, chart)} data-kind={chart.kind}>
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
              <td>{point.value.toLocaleString('en-US')}</td>
              {isCompared && <td>{point.previous?.toLocaleString('en-US') ?? '–'}</td>}
              {isCompared && <td>{formatDifference(point)}</td>}
              {chart.kind === 'changes' && <td>{point.share == null ? '–' : formatShare(point.share)}</td>}
              {chart.columns?.map((name, at) => (
                <td key={name}>{(point.cells?.[at] ?? 0).toLocaleString('en-US')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
