import { createRef, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { TableVirtuoso, type TableVirtuosoHandle } from 'react-virtuoso';
import { columns } from '../../lib/data.ts';
import type { TableMaker } from '../table.ts';

/** A table of react-virtuoso, as its guide shows it; the cursor is a highlighted row that is scrolled into view. */
export const maker: TableMaker = {
  mount: (rows, root) => {
    const table = createRef<TableVirtuosoHandle>();
    let setCursor: (at: (cursor: number) => number) => void = () => undefined;
    function Page() {
      const [cursor, set] = useState(0);
      useEffect(() => {
        setCursor = set;
      }, []);
      useEffect(() => table.current?.scrollIntoView({ index: cursor }), [cursor]);
      return (
        <TableVirtuoso
          ref={table}
          style={{ flex: 1 }}
          data={rows}
          context={cursor}
          fixedHeaderContent={() => (
            <tr>
              {columns.map(([id, header, width]) => (
                <th key={id} style={{ width, background: 'white', textAlign: 'start' }}>
                  {header}
                </th>
              ))}
            </tr>
          )}
          itemContent={(at, row, at2) =>
            columns.map(([id]) => (
              <td key={id} style={{ height: 32, whiteSpace: 'nowrap', background: at === at2 ? '#def' : undefined }}>
                {row[id]}
              </td>
            ))
          }
        />
      );
    }
    const react = createRoot(root);
    react.render(<Page />);
    return {
      step: () => setCursor((at) => at + 1),
      scroller: () => root.querySelector('[data-virtuoso-scroller]'),
      enliven: () => () => undefined,
      unmount: () => react.unmount(),
    };
  },
  isShown: (root) => root.querySelector('tbody td')?.textContent !== undefined,
};
