// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row (aria-activedescendant)
import { Icon } from '../ui/Icon.tsx';
import { LoadingLine } from '../ui/states.tsx';
import { nextSort, type SortState } from './columns.ts';
import styles from './Table.module.css';
import type { ShownColumn } from './useColumns.ts';

type HeaderProps<Row> = {
  shown: readonly ShownColumn<Row>[];
  sort: SortState | null;
  onSort: ((sort: SortState) => void) | undefined;
  /** Pixels on screen of the column when a drag begins. */
  onResizeStart: (header: ShownColumn<Row>['header'], width: number, event: unknown) => void;
  hidden: boolean;
  isLoading: boolean;
};

const ariaSort = (sort: SortState | null, id: string): 'ascending' | 'descending' | 'none' =>
  sort?.columnId !== id ? 'none' : sort.direction === 'asc' ? 'ascending' : 'descending';

function Title<Row>({ shown, sort, onSort }: { shown: ShownColumn<Row>; sort: SortState | null; onSort: HeaderProps<Row>['onSort'] }) {
  const { column } = shown;
  if (!column.sortable || !onSort) return <span className={column.headerHidden ? 'sr-only' : styles.title}>{column.header}</span>;
  return (
    <button type="button" tabIndex={-1} className={styles.title} onClick={() => onSort(nextSort(sort, column.id))}>
      <span>{column.header}</span>
      {sort?.columnId === column.id ? <Icon name={sort.direction === 'asc' ? 'arrow-up' : 'arrow-down'} size={12} /> : null}
    </button>
  );
}

/** The row of headers; it stays at the top of the grid. Its buttons are for the pointer: keys sort by command, and Tab leaves the grid. */
export function Header<Row>({ shown, sort, onSort, onResizeStart, hidden, isLoading }: HeaderProps<Row>) {
  const begin = (at: ShownColumn<Row>, target: HTMLElement, event: unknown) =>
    onResizeStart(at.header, target.parentElement?.getBoundingClientRect().width ?? at.column.width, event);
  return (
    <div role="rowgroup" className={styles.headerGroup}>
      <div role="row" aria-rowindex={1} className={hidden ? 'sr-only' : styles.header}>
        {shown.map((at) => (
          <div
            key={at.column.id}
            role="columnheader"
            aria-sort={at.column.sortable ? ariaSort(sort, at.column.id) : undefined}
            className={styles.headerCell}
            data-align={at.column.align}
          >
            <Title shown={at} sort={sort} onSort={onSort} />
            <span
              aria-hidden
              className={styles.resizer}
              data-active={at.isResizing || undefined}
              onMouseDown={(event) => {
                event.preventDefault();
                begin(at, event.currentTarget, event);
              }}
              onTouchStart={(event) => begin(at, event.currentTarget, event)}
            />
          </div>
        ))}
      </div>
      <LoadingLine active={isLoading} />
    </div>
  );
}
