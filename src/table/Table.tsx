import {
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { rowHeights, useAppearance } from '../theme/theme.ts';
import { SkeletonRows } from '../ui/states.tsx';
import { useTakesFocus } from '../ui/useTakesFocus.ts';
import { computeWidths, plainLayout, type Track } from './columns.ts';
import { createTableController, type RowSource, type TableController } from './controller.ts';
import { Header } from './Header.tsx';
import { emptyRange } from './overscan.ts';
import { firstRowIndex, GapRow, MemoRow } from './Row.tsx';
import type { RowsViewOptions } from './rowsViewOptions.ts';
import { createScrollStableRows, type View } from './scrollStableRows.ts';
import styles from './Table.module.css';
import type { TableProps } from './types.ts';
import { useColumns } from './useColumns.ts';
import { useRowsView } from './useRowsView.ts';
import { type RowsActions, useFilterReset, useTableHandle } from './useTableHandle.ts';

const headerHeight = 28;
/** Pixels of a row beside its cells, on both sides together. */
const sides = 16;

function useSource<Row>({ rows, getRowId, total = null, hasMore = false }: Pick<TableProps<Row>, 'rows' | 'getRowId' | 'total' | 'hasMore'>): RowSource {
  return useMemo(() => {
    const idAt = (index: number) => {
      const row = rows[index];
      return row === undefined ? undefined : getRowId(row);
    };
    return { count: rows.length, idAt, total, hasMore };
  }, [rows, getRowId, total, hasMore]);
}

/** Returns the content in place of rows; undefined when there are rows. */
function getPlaceholder<Row>({ rows, isLoading, empty, error, denied }: TableProps<Row>): ReactNode {
  if (denied) return denied;
  if (rows.length > 0) return undefined;
  if (error) return error;
  return isLoading ? <SkeletonRows rows={24} /> : empty;
}

/** Maps pointer events to the controller: click, mod and click, shift and click, double click. */
function createPointerHandlers(controller: TableController, open: () => void, grid: () => HTMLElement | null) {
  const rowUnder = (event: MouseEvent): number => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || target.closest('button, a, input, select, textarea')) return -1;
    return Number(target.closest('[data-row]')?.getAttribute('aria-rowindex') ?? 1) - firstRowIndex;
  };
  return {
    onMouseDown: (event: MouseEvent) => {
      const id = controller.rows().idAt(rowUnder(event));
      if (event.button !== 0 || id === undefined) return;
      if (event.shiftKey) {
        event.preventDefault(); // else the browser selects the text between
        grid()?.focus({ preventScroll: true });
        controller.extendTo(id);
      } else {
        controller.place(id);
        if (event.metaKey || event.ctrlKey) controller.toggle(id);
      }
    },
    onDoubleClick: (event: MouseEvent) => {
      if (rowUnder(event) >= 0) open();
    },
  };
}

type BodyProps<Row> = Omit<RowsViewOptions, 'view' | 'inside' | 'isNewsAt'> &
  Pick<TableProps<Row>, 'rows' | 'getRowId' | 'rowTone' | 'columns' | 'filterKey' | 'isNews'> & {
    tracks: readonly Track[];
    /** Called with the number of rows that came above the screen. */
    onNewer: ((count: number) => void) | undefined;
    /** Receives the functions that bring the cursor into view and draw what waits for the wheel to rest. */
    actions: RefObject<RowsActions | undefined>;
  };

/** The rows near the screen. Apart from the table, so that scrolling draws rows and nothing else. */
function Body<Row>({ rows, getRowId, rowTone, columns, tracks, filterKey, isNews, onNewer, actions, ...options }: BodyProps<Row>) {
  const { controller, gridId, rowHeight } = options;
  useFilterReset(controller, filterKey, options.fresh);
  const rowsElement = useRef<HTMLDivElement>(null);
  const [view] = useState((): View => ({ renderedRange: emptyRange, isScrolling: false, isOutOfOrder: false, isWaiting: false }));
  const [getStableRows] = useState(() => createScrollStableRows<Row>());
  const { source, rowAt } = getStableRows({ rows, source: options.source, fresh: options.fresh }, view);
  const isNewsAt = (index: number) => {
    const row = rowAt(index);
    return row === undefined || (isNews?.(row) ?? true);
  };
  const { places, height, origin, reveal, rest, countUnseen, newer, room } = useRowsView({ ...options, source, view, inside: rowsElement, isNewsAt });
  const widths = useMemo(() => computeWidths(tracks, room - sides), [tracks, room]);
  useLayoutEffect(() => {
    actions.current = { reveal, rest, countUnseen };
  }, [actions, reveal, rest, countUnseen]);
  useEffect(() => onNewer?.(newer), [onNewer, newer]);
  // Straight to the elements: an arrival above gives every row another index, and must not draw any of them again.
  useLayoutEffect(() => {
    for (const [at, { index }] of places.entries()) {
      const element = rowsElement.current?.children[at];
      const place = String(index + firstRowIndex);
      if (element?.getAttribute('aria-rowindex') !== place) element?.setAttribute('aria-rowindex', place);
    }
  });
  return (
    <div role="rowgroup" className={styles.body} style={{ height }}>
      <div ref={rowsElement} role="presentation" className={styles.rows} style={{ transform: `translateY(${origin * rowHeight}px)` }}>
        {places.map(({ index, key }) => {
          const row = rowAt(index);
          const top = (index - origin) * rowHeight;
          if (row === undefined) return <GapRow key={`gap ${key}`} index={index} top={top} />;
          const id = getRowId(row);
          return <MemoRow key={key} top={top} row={row} id={id} gridId={gridId} tone={rowTone?.(row) ?? 'plain'} {...{ columns, widths, controller }} />;
        })}
      </div>
    </div>
  );
}

/**
 * The one table: virtualized, driven by its controller. Keys come from the command dispatcher through `TableHandle`; the grid itself
 * is one tab stop and listens to no key.
 */
export function Table<Row>(props: TableProps<Row>) {
  const {
    label,
    columns,
    rows,
    getRowId,
    total = null,
    hasMore = false,
    isLoading = false,
    layout = plainLayout,
    sort = null,
    headerHidden = false,
    rowTone,
  } = props;
  const grid = useRef<HTMLDivElement>(null);
  const gridId = useId();
  const [ownController] = useState(createTableController);
  const controller = props.controller ?? ownController;
  const appearance = useAppearance();
  const rowHeight = rowHeights[props.density ?? appearance.density];
  const fixed = headerHidden ? 0 : headerHeight;
  const source = useSource(props);
  const { visible, resizingId, template, tracks, minWidth, beginResize } = useColumns(columns, layout, props.onLayoutChange);
  const fresh = `${props.filterKey ?? ''}\n${sort?.columnId} ${sort?.direction}`;
  useTakesFocus(grid);
  const actions = useRef<RowsActions>(undefined);
  const handle = useTableHandle(props, { controller, grid, actions });
  const pointer = useMemo(() => createPointerHandlers(controller, handle.openCursor, () => grid.current), [controller, handle]);
  const placeholder = getPlaceholder(props);
  const measures = {
    '--columns': template,
    '--row-height': `${rowHeight}px`,
    '--columns-min': `${minWidth + sides}px`,
    '--header-height': `${fixed}px`,
  } as CSSProperties;

  const onFocus = (event: FocusEvent) => {
    if (event.target === grid.current) controller.begin();
  };
  return (
    <div className={styles.table} style={measures}>
      <div
        ref={grid}
        id={gridId}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={hasMore && total === null ? -1 : Math.max(total ?? 0, rows.length) + 1}
        aria-colcount={visible.length}
        aria-multiselectable
        aria-busy={isLoading || undefined}
        className={styles.grid}
        onFocus={onFocus}
        {...pointer}
      >
        <Header
          {...{ columns: visible, resizingId, sortedBy: sort?.columnId, direction: sort?.direction, isLoading }}
          {...{ onSort: props.onSort && handle.setSort, onResizeStart: beginResize, hidden: headerHidden }}
        />
        <Body
          {...{ grid, gridId, controller, source, rowHeight, headerHeight: fixed, fresh, hasMore, isLoading }}
          {...{ isFailed: props.error !== undefined, keepsTop: props.keepsTop ?? false }}
          {...{
            rows,
            getRowId,
            rowTone,
            columns: visible,
            tracks,
            filterKey: props.filterKey,
            onNeedMore: props.onNeedMore,
            isNews: props.isNews,
            onNewer: props.onNewer,
            actions,
          }}
        />
      </div>
      {placeholder === undefined ? null : <div className={styles.state}>{placeholder}</div>}
      {props.error && rows.length > 0 && !props.denied ? <div className={styles.strip}>{props.error}</div> : null}
    </div>
  );
}
