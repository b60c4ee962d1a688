// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row (aria-activedescendant)
import { memo, type ReactNode, useState, useSyncExternalStore } from 'react';
import type { Column } from './columns.ts';
import type { RowId, TableController } from './controller.ts';
import styles from './Table.module.css';
import { isWithinWidth } from './textWidth.ts';
import type { RowTone } from './types.ts';

/** `aria-rowindex` of the first row: it counts from 1, and the row of headers is a row. */
export const firstRowIndex = 2;

/** The id of a row's element: what `aria-activedescendant` names. */
export const getRowElementId = (gridId: string, id: RowId): string => `${gridId}-${id}`;

/** Plain words are cut off only where they may be too long (a cell that had such words stays so: another class costs more); anything else might be. */
function RowCells<Row>({ row, columns, widths }: { row: Row; columns: readonly Column<Row>[]; widths: readonly number[] }): ReactNode {
  const [long] = useState(() => new Set<string>());
  return columns.map((column, at) => {
    const content = column.render(row);
    const isWords = typeof content === 'string';
    if (isWords && !long.has(column.id) && !isWithinWidth(content, widths[at] ?? 0)) long.add(column.id);
    const look = !isWords ? styles.cell : long.has(column.id) ? styles.longWords : styles.words;
    return (
      <div key={column.id} role="gridcell" aria-colindex={at + 1} className={look} data-align={column.align} data-rank={column.rank}>
        {content}
      </div>
    );
  });
}
// The dear part: drawn again only when the row is another object or the columns changed.
const Cells = memo(RowCells) as typeof RowCells;

type RowProps<Row> = {
  row: Row;
  id: RowId;
  top: number;
  gridId: string;
  tone: RowTone;
  columns: readonly Column<Row>[];
  /** Pixels each column has at least. */
  widths: readonly number[];
  controller: TableController;
};

function TableRow<Row>({ row, id, top, gridId, tone, columns, widths, controller }: RowProps<Row>) {
  const flags = useSyncExternalStore(controller.subscribe, () => controller.getRowFlags(id));
  return (
    <div
      role="row"
      id={getRowElementId(gridId, id)}
      aria-selected={(flags & 2) !== 0}
      data-row={id}
      data-cursor={(flags & 1) !== 0 || undefined}
      data-tone={tone}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Cells row={row} columns={columns} widths={widths} />
    </div>
  );
}

/** One row, without its index: drawn again when it moves, or when the cursor or the selection touches it. */
export const MemoRow = memo(TableRow) as typeof TableRow;

/** The place of a row that is not loaded yet. */
export const GapRow = memo(function GapRow({ index, top }: { index: number; top: number }) {
  return (
    <div role="row" aria-busy className={styles.row} style={{ transform: `translateY(${top}px)` }}>
      <div role="gridcell" className={styles.gap} style={{ width: `${28 + ((index * 17) % 40)}%` }}>
        <span className="sr-only">Loading</span>
      </div>
    </div>
  );
});
