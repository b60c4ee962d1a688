// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row (aria-activedescendant)
import { memo } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { LoadingLine } from '../ui/states.tsx';
import { type Column, getNextSort, type SortState } from './columns.ts';
import styles from './Table.module.css';

type HeaderProps<Row> = {
  columns: readonly Column<Row>[];
  /** The column that is being made wider or narrower. */
  resizingId: string | false;
  sortedBy: SortState['columnId'] | undefined;
  direction: SortState['direction'] | undefined;
  onSort: ((sort: SortState) => void) | undefined;
  /** Pixels on screen of the column when a drag begins. */
  onResizeStart: (columnId: string, width: number, event: unknown) => void;
  hidden: boolean;
  isLoading: boolean;
};

const getAriaSort = (sort: SortState | null, id: string): 'ascending' | 'descending' | 'none' =>
  sort?.columnId !== id ? 'none' : sort.direction === 'asc' ? 'ascending' : 'descending';

function Title<Row>({ column, sort, onSort }: { column: Column<Row>; sort: SortState | null; onSort: HeaderProps<Row>['onSort'] }) {
  if (!column.sortable || !onSort) return <span className={column.headerHidden ? 'sr-only' : styles.title}>{column.header}</span>;
  return (
    <button type="button" tabIndex={-1} className={styles.title} onClick={() => onSort(getNextSort(sort, column.id))}>
      <span>{column.header}</span>
      {sort?.columnId === column.id ? <Icon name={sort.direction === 'asc' ? 'arrow-up' : 'arrow-down'} size={12} /> : null}
    </button>
  );
}

function HeaderRow<Row>({ columns, resizingId, sortedBy, direction, onSort, onResizeStart, hidden, isLoading }: HeaderProps<Row>) {
  const sort = sortedBy !== undefined && direction !== undefined ? { columnId: sortedBy, direction } : null;
  const begin = (id: string, target: HTMLElement, event: unknown) => onResizeStart(id, target.parentElement?.getBoundingClientRect().width ?? 0, event);
  return (
    <div role="rowgroup" className={styles.headerGroup}>
      <div role="row" aria-rowindex={1} className={hidden ? 'sr-only' : styles.header}>
        {columns.map((column, at) => (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={column.sortable ? getAriaSort(sort, column.id) : undefined}
            className={styles.headerCell}
            data-align={column.align}
          >
            <Title column={column} sort={sort} onSort={onSort} />
            <span
              aria-hidden
              className={styles.resizer}
              data-active={resizingId === column.id || undefined}
              onMouseDown={(event) => {
                event.preventDefault();
                begin(column.id, event.currentTarget, event);
              }}
              onTouchStart={(event) => begin(column.id, event.currentTarget, event)}
            />
          </div>
        ))}
      </div>
      <LoadingLine active={isLoading} silent />
    </div>
  );
}

/**
 * The row of headers; it stays at the top of the grid. Its buttons are for the pointer: keys sort by command, and Tab leaves the grid. Rows
 * that arrive do not draw it again.
 */
export const Header = memo(HeaderRow) as typeof HeaderRow;
