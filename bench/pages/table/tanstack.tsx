import {
  columnFilteringFeature,
  columnSizingFeature,
  createFilteredRowModel,
  createSortedRowModel,
  filterFns,
  rowSelectionFeature,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type CallRow, columns } from '../../lib/data.ts';
import type { TableMaker } from '../table.ts';

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  columnSizingFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
  sortFns,
  filterFns,
});
const shown = columns.map(([id, header, size]) => ({ accessorKey: id, id, header, size }));

/** TanStack Table and Virtual as their example has them: all row models, each cell drawn by the table. */
export const maker: TableMaker = {
  mount: (rows, root) => {
    let setCursor: (at: (cursor: number) => number) => void = () => undefined;
    function Page() {
      const view = useRef<HTMLDivElement>(null);
      const [cursor, set] = useState(0);
      const [data] = useState(() => rows as CallRow[]);
      const table = useTable({ features, columns: shown, data, getRowId: (row) => String(row.id) });
      const models = table.getRowModel().rows;
      const virtualizer = useVirtualizer({ count: models.length, getScrollElement: () => view.current, estimateSize: () => 32, overscan: 8 });
      useEffect(() => {
        setCursor = set;
      }, []);
      useEffect(() => virtualizer.scrollToIndex(cursor), [cursor, virtualizer]);
      return (
        <div ref={view} style={{ overflow: 'auto', flex: 1, position: 'relative' }}>
          <table style={{ display: 'grid' }}>
            <thead style={{ display: 'grid', position: 'sticky', top: 0, background: 'white', zIndex: 1 }}>
              {table.getHeaderGroups().map((group) => (
                <tr key={group.id} style={{ display: 'flex' }}>
                  {group.headers.map((header) => (
                    <th key={header.id} style={{ display: 'flex', width: header.getSize() }}>
                      <table.FlexRender header={header} />
                    </th>
                  ))}
                </tr>
              ))}
            </thead>
            <tbody style={{ display: 'grid', height: virtualizer.getTotalSize(), position: 'relative' }}>
              {virtualizer.getVirtualItems().map(({ index, start }) => {
                const row = models[index];
                return row ? (
                  <tr
                    key={row.id}
                    style={{
                      display: 'flex',
                      position: 'absolute',
                      height: 32,
                      transform: `translateY(${start}px)`,
                      background: index === cursor ? '#def' : undefined,
                    }}
                  >
                    {row.getAllCells().map((cell) => (
                      <td key={cell.id} style={{ display: 'flex', width: cell.column.getSize(), whiteSpace: 'nowrap', overflow: 'hidden' }}>
                        <table.FlexRender cell={cell} />
                      </td>
                    ))}
                  </tr>
                ) : null;
              })}
            </tbody>
          </table>
        </div>
      );
    }
    const react = createRoot(root);
    react.render(<Page />);
    return {
      step: () => setCursor((at) => at + 1),
      scroller: () => root.firstElementChild,
      enliven: () => () => undefined,
      unmount: () => react.unmount(),
    };
  },
  isShown: (root) => root.querySelector('tbody td') !== null,
};
