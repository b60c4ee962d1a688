import { createRef, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Column, createTableController, SelectionBar, Table, type TableHandle } from '../../../src/table/index.ts';
import { startTheme } from '../../../src/theme/index.ts';
import { type CallRow, columns } from '../../lib/data.ts';
import type { TableMaker } from '../table.ts';

startTheme();
const shown: Column<CallRow>[] = columns.map(([id, header, width], at) => ({
  id,
  header,
  width,
  sortable: true,
  ...(at === 0 ? { rank: 'lead' } : {}),
  ...(id === 'note' ? { grow: 1 } : {}),
  render: (row) => row[id],
}));
const idOf = (row: CallRow) => row.id;

/** The app's own table: cursor, selection, sorting by header, live rows. */
export const maker: TableMaker = {
  mount: (rows, root) => {
    const table = createRef<TableHandle<CallRow>>();
    const controller = createTableController();
    let setRows: (rows: readonly CallRow[]) => void = () => undefined;
    let now = rows;
    function Page() {
      const [live, setLive] = useState(rows);
      useEffect(() => {
        setRows = setLive;
      }, []);
      return (
        <div style={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 }}>
          <Table
            ref={table}
            controller={controller}
            label="Calls"
            columns={shown}
            rows={live}
            getRowId={idOf}
            total={live.length}
            sort={{ columnId: 'startedAt', direction: 'desc' }}
            onSort={() => undefined}
            rowTone={(row) => (row.status === 'Missed' ? 'strong' : 'plain')}
          />
          <SelectionBar
            controller={controller}
            noun={{ one: 'call', many: 'calls' }}
            total={live.length}
            onSelectMatching={() => undefined}
            onClear={() => undefined}
          />
        </div>
      );
    }
    const react = createRoot(root);
    react.render(<Page />);
    return {
      step: () => table.current?.moveCursor(1),
      scroller: () => root.querySelector('[role="grid"]'),
      enliven: () => {
        table.current?.focus();
        table.current?.moveCursor('home');
        for (let at = 0; at < 40; at += 1) table.current?.extend(1);
        let arrived = 0;
        const timer = setInterval(() => {
          arrived += 1;
          const { cursorIndex } = controller.snapshot();
          const first = now[0];
          if (!first) return;
          const changed = now[cursorIndex];
          const next = [{ ...first, id: 200_000 + arrived }, ...now];
          if (changed) next[cursorIndex + 1] = { ...changed, note: `Changed ${arrived}` };
          now = next;
          setRows(now);
        }, 250);
        return () => clearInterval(timer);
      },
      unmount: () => react.unmount(),
    };
  },
  isShown: (root) => root.querySelector('[role="gridcell"]') !== null,
};
