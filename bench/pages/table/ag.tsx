import { AllCommunityModule, type GridApi, ModuleRegistry, themeQuartz } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { createRoot } from 'react-dom/client';
import { type CallRow, columns } from '../../lib/data.ts';
import type { TableMaker } from '../table.ts';

ModuleRegistry.registerModules([AllCommunityModule]);
const shown = columns.map(([field, headerName, width]) => ({ field, headerName, width, sortable: true, filter: true }));

/** AG Grid Community with its client-side row model and row selection; the cursor is its focused cell. */
export const maker: TableMaker = {
  mount: (rows, root) => {
    let api: GridApi<CallRow> | null = null;
    let cursor = 0;
    const react = createRoot(root);
    react.render(
      <div style={{ width: 1_400, height: 800 }}>
        <AgGridReact<CallRow>
          theme={themeQuartz}
          rowHeight={32}
          rowData={rows as CallRow[]}
          columnDefs={shown}
          getRowId={({ data }) => String(data.id)}
          rowSelection={{ mode: 'multiRow' }}
          onGridReady={(event) => {
            api = event.api;
          }}
        />
      </div>,
    );
    return {
      step: () => {
        cursor += 1;
        api?.ensureIndexVisible(cursor);
        api?.setFocusedCell(cursor, 'name');
      },
      // Its class names change between versions; what scrolls is what is far higher inside than outside.
      scroller: () =>
        [...root.querySelectorAll('.ag-root *')].find(
          (element) => element.clientHeight > 100 && element.scrollHeight > element.clientHeight * 100 && getComputedStyle(element).overflowY !== 'visible',
        ) ?? null,
      enliven: () => () => undefined,
      unmount: () => react.unmount(),
    };
  },
  isShown: (root) => root.querySelector('.ag-center-cols-container .ag-cell, .ag-row .ag-cell') !== null,
};
