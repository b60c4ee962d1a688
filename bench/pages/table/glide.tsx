import '@glideapps/glide-data-grid/dist/index.css';
import { CompactSelection, DataEditor, type DataEditorRef, GridCellKind, type GridSelection } from '@glideapps/glide-data-grid';
import { createRef, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { columns } from '../../lib/data.ts';
import type { TableMaker } from '../table.ts';

const shown = columns.map(([id, title, width]) => ({ id, title, width }));
let asked = 0;

/** The canvas grid of Glide, read only, one row selected. */
export const maker: TableMaker = {
  mount: (rows, root) => {
    asked = 0;
    const grid = createRef<DataEditorRef>();
    let setCursor: (at: (cursor: number) => number) => void = () => undefined;
    function Page() {
      const [cursor, set] = useState(0);
      useEffect(() => {
        setCursor = set;
      }, []);
      useEffect(() => grid.current?.scrollTo(0, cursor, 'vertical'), [cursor]);
      const selection: GridSelection = {
        columns: CompactSelection.empty(),
        rows: CompactSelection.empty(),
        current: { cell: [0, cursor], range: { x: 0, y: cursor, width: 1, height: 1 }, rangeStack: [] },
      };
      const getCellContent = useCallback(([column, at]: readonly [number, number]) => {
        asked += 1;
        const id = columns[column]?.[0] ?? 'name';
        const text = rows[at]?.[id] ?? '';
        return { kind: GridCellKind.Text as const, data: text, displayData: text, allowOverlay: false };
      }, []);
      return (
        <DataEditor
          ref={grid}
          width={1_400}
          height={800}
          rowHeight={32}
          columns={shown}
          rows={rows.length}
          getCellContent={getCellContent}
          gridSelection={selection}
        />
      );
    }
    const react = createRoot(root);
    react.render(<Page />);
    return {
      step: () => setCursor((at) => at + 1),
      scroller: () => root.querySelector('.dvn-scroller'),
      enliven: () => () => undefined,
      unmount: () => react.unmount(),
    };
  },
  // A canvas shows what it asked for.
  isShown: (root) => asked >= 100 && root.querySelector('canvas') !== null,
};
