import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Column, computeWidths, createGridTemplate, getNextSort, getOrder, moveColumn, plainLayout, toggleColumn } from '#src/table/columns.ts';
import { type CellStep, computeScrollShift, createTableController, type RowId, type RowSource } from '#src/table/controller.ts';

const list = (ids: readonly (RowId | undefined)[], total: number | null = null): RowSource => ({ count: ids.length, idAt: (index) => ids[index], total });

function tableOf(ids: readonly (RowId | undefined)[], total: number | null = null) {
  const table = createTableController();
  table.setRows(list(ids, total));
  return table;
}
const chosen = (table: ReturnType<typeof createTableController>) => [...table.snapshot().selectedIds].sort();

describe('the cursor', () => {
  it('starts on the first row, whatever way it is moved', () => {
    const table = tableOf(['a', 'b', 'c']);
    expect(table.snapshot().cursorId).toBeNull();
    table.move(-1);
    expect(table.snapshot().cursorId).toBe('a');
  });

  it('moves by rows, pages and to the ends, and no further', () => {
    const table = tableOf(['a', 'b', 'c', 'd', 'e', 'f']);
    table.setPage(2);
    const visited = (['home', 1, 'pageDown', 'end', 1, 'pageUp', -1, 'home', -1] as const).map((step) => {
      table.move(step);
      return table.snapshot().cursorId;
    });
    expect(visited).toEqual(['a', 'b', 'd', 'f', 'f', 'd', 'c', 'a', 'a']);
  });

  it('goes on to the last row as soon as it is there, unless it was moved meanwhile', () => {
    const more = (ids: readonly RowId[], hasMore: boolean): RowSource => ({ ...list(ids), hasMore });
    const table = createTableController();
    table.setRows(more(['a', 'b'], true));
    table.move('end');
    expect([table.snapshot().cursorId, table.isEnding()]).toEqual(['b', true]);
    table.setRows(more(['a', 'b', 'c', 'd'], true));
    expect([table.snapshot().cursorId, table.isEnding()]).toEqual(['b', true]);
    table.setRows(more(['a', 'b', 'c', 'd', 'e'], false));
    expect([table.snapshot().cursorId, table.isEnding()]).toEqual(['e', false]);
    table.setRows(more(['a', 'b'], true));
    table.move('end');
    table.move(-1);
    table.setRows(more(['a', 'b', 'c'], false));
    expect([table.snapshot().cursorId, table.isEnding()]).toEqual(['a', false]);
    table.setRows(more(['a', 'b'], true));
    table.move('end');
    table.endNowhere();
    table.setRows(more(['a', 'b', 'c'], false));
    expect(table.snapshot().cursorId).toBe('b');
  });

  it('steps over rows that are not loaded', () => {
    const table = tableOf(['a', undefined, undefined, 'd', undefined]);
    table.move('home');
    table.move(1);
    expect(table.snapshot()).toMatchObject({ cursorId: 'd', cursorIndex: 3 });
    table.move(1);
    expect(table.snapshot().cursorId).toBe('d');
  });

  it('stays on its row while others arrive above it', () => {
    const table = tableOf(['a', 'b', 'c']);
    table.place('b');
    table.setRows(list(['x', 'y', 'a', 'b', 'c']));
    expect(table.snapshot()).toMatchObject({ cursorId: 'b', cursorIndex: 3 });
  });

  it('goes to the next row when its own is done, and to the one above at the end', () => {
    const table = tableOf(['a', 'b', 'c', 'd']);
    table.place('b');
    table.setRows(list(['a', 'c', 'd']));
    expect(table.snapshot().cursorId).toBe('c');
    table.move('end');
    table.setRows(list(['a', 'c']));
    expect(table.snapshot().cursorId).toBe('c');
    table.setRows(list([]));
    expect(table.snapshot()).toMatchObject({ cursorId: null, cursorIndex: -1 });
  });

  it('goes to the next one that is left when many are done at once, and new ones arrive meanwhile', () => {
    const table = tableOf(['a', 'b', 'c', 'd', 'e']);
    table.place('c');
    table.setRows(list(['new', 'a', 'e']));
    expect(table.snapshot()).toMatchObject({ cursorId: 'e', cursorIndex: 2 });
  });

  it('goes to the top when another filter takes its row away', () => {
    const table = tableOf(['a', 'b', 'c']);
    table.place('c');
    table.resetForFilter();
    table.setRows(list(['x', 'y', 'z']));
    expect(table.snapshot().cursorId).toBe('x');
  });

  it('goes to the top in another order that takes its row away, and what is selected stays', () => {
    const table = tableOf(['a', 'b', 'c']);
    table.place('a');
    table.toggle();
    table.place('c');
    table.resetForOrder();
    table.setRows(list(['x', 'a', 'z']));
    expect([table.snapshot().cursorId, [...table.snapshot().selectedIds]]).toEqual(['x', ['a']]);
  });

  it('comes back with the row that an undo brings back, unless it was moved on', () => {
    const table = tableOf(['a', 'b', 'c']);
    table.place('a');
    table.setRows(list(['b', 'c']));
    table.expect('a');
    table.setRows(list(['b', 'c', 'd']));
    expect(table.snapshot().cursorId).toBe('b');
    table.setRows(list(['a', 'b', 'c', 'd']));
    expect(table.snapshot().cursorId).toBe('a');
    table.setRows(list(['b', 'c', 'd']));
    table.expect('a');
    table.move(1);
    table.setRows(list(['a', 'b', 'c', 'd']));
    expect(table.snapshot().cursorId).toBe('c');
  });

  it('cannot be put on a row that is not here', () => {
    const table = tableOf(['a', 'b']);
    expect([table.place('z'), table.place('b'), table.snapshot().cursorId]).toEqual([false, true, 'b']);
  });

  it('is never between rows: it stands on a loaded one, at its place, through any sequence', async () => {
    const step = fc.oneof(fc.constantFrom<'home' | 'end' | 'pageUp' | 'pageDown'>('home', 'end', 'pageUp', 'pageDown'), fc.integer({ min: -5, max: 5 }));
    const rows = fc.uniqueArray(fc.integer({ min: 0, max: 30 }));
    await fc.assert(
      fc.property(fc.array(fc.oneof(step, rows)), (acts) => {
        const table = tableOf([1, 2, 3]);
        for (const act of acts) {
          if (Array.isArray(act)) table.setRows(list(act));
          else table.move(act);
          const { cursorId, cursorIndex } = table.snapshot();
          expect(cursorId).toBe(cursorIndex < 0 ? null : table.rows().idAt(cursorIndex));
        }
      }),
    );
  });
});

describe('the cells of the row under the cursor', () => {
  it('are walked to the right and back to the row as a whole, and to both ends', () => {
    const table = tableOf(['a', 'b']);
    const walk = (...steps: CellStep[]) =>
      steps.map((step) => {
        table.moveCell(step, 3);
        return table.snapshot().cell;
      });
    expect(walk(1)).toEqual([null]);
    table.move('home');
    expect(walk(-1, 1, 1, 1, 1, -1, 'first', 'last')).toEqual([null, 0, 1, 2, 2, 1, 0, 2]);
    table.move(1);
    expect(table.snapshot()).toMatchObject({ cursorId: 'b', cell: 2 });
    expect(walk('first', -1)).toEqual([0, null]);
  });
});

describe('selecting', () => {
  it('extends from where it began, and shrinks back', () => {
    const table = tableOf(['a', 'b', 'c', 'd', 'e']);
    table.place('b');
    table.extend(1);
    table.extend(1);
    expect(chosen(table)).toEqual(['b', 'c', 'd']);
    table.extend(-1);
    expect(chosen(table)).toEqual(['b', 'c']);
    table.extend('home');
    expect(chosen(table)).toEqual(['a', 'b']);
  });

  it('keeps what was chosen before a range, and begins a new range after a move', () => {
    const table = tableOf(['a', 'b', 'c', 'd', 'e']);
    table.toggle('a');
    table.place('c');
    table.extend(1);
    expect(chosen(table)).toEqual(['a', 'c', 'd']);
    table.move('end');
    table.extend(-1);
    expect(chosen(table)).toEqual(['a', 'c', 'd', 'e']);
  });

  it('takes a range with shift and click from the row toggled last', () => {
    const table = tableOf(['a', 'b', 'c', 'd', 'e']);
    table.place('b');
    table.toggle();
    table.extendTo('d');
    expect(chosen(table)).toEqual(['b', 'c', 'd']);
  });

  it('counts all loaded and all matching as two different things', () => {
    const table = tableOf(['a', 'b', 'c'], 1204);
    table.selectAllLoaded();
    expect(table.snapshot()).toMatchObject({ mode: 'rows', count: 3 });
    table.selectAllMatching(1204);
    expect(table.snapshot()).toMatchObject({ mode: 'matching', count: 1204 });
    expect(table.getRowFlags('a') & 2).toBe(2);
  });

  it('leaves out of all loaded the rows at the top that nobody has seen', () => {
    const table = tableOf(['x', 'y', 'a', 'b']);
    table.selectAllLoaded(2);
    expect([chosen(table), table.snapshot().count]).toEqual([['a', 'b'], 2]);
    table.selectAllLoaded();
    expect(table.snapshot().count).toBe(4);
  });

  it('shows the number that matches now, not the one of before', () => {
    const table = tableOf(['a', 'b'], 10);
    table.selectAllMatching(10);
    table.setRows(list(['x', 'a', 'b'], 11));
    expect(table.snapshot().count).toBe(11);
  });

  it('leaves all loaded rows but one when a row is taken out of all matching', () => {
    const table = tableOf(['a', 'b', 'c'], 1204);
    table.selectAllMatching(1204);
    table.toggle('b');
    expect(table.snapshot()).toMatchObject({ mode: 'rows', count: 2 });
    expect(chosen(table)).toEqual(['a', 'c']);
  });

  it('lets go of rows that have left the list, and keeps those that are merely not loaded', () => {
    const table = tableOf(['a', 'b', 'c']);
    table.selectAllLoaded();
    table.setRows(list(['a', undefined, undefined]));
    expect(table.snapshot().count).toBe(3);
    table.setRows(list(['a', 'c']));
    expect(chosen(table)).toEqual(['a', 'c']);
  });

  it('forgets everything when the filter changes', () => {
    const table = tableOf(['a', 'b'], 9);
    table.selectAllMatching(9);
    table.resetForFilter();
    expect(table.snapshot()).toMatchObject({ mode: 'rows', count: 0 });
  });

  it('acts on exactly the count that is shown', async () => {
    const act = fc.constantFrom<'extend' | 'toggle' | 'all' | 'clear' | 'up' | 'drop'>('extend', 'toggle', 'all', 'clear', 'up', 'drop');
    await fc.assert(
      fc.property(fc.array(act), (acts) => {
        let ids: RowId[] = [1, 2, 3, 4, 5, 6];
        const table = tableOf(ids);
        for (const name of acts) {
          if (name === 'extend') table.extend(1);
          if (name === 'toggle') table.toggle();
          if (name === 'all') table.selectAllLoaded();
          if (name === 'clear') table.clearSelection();
          if (name === 'up') table.extend(-2);
          if (name === 'drop') ids = ids.slice(1);
          table.setRows(list(ids));
          expect(table.snapshot().count).toBe(ids.filter((id) => (table.getRowFlags(id) & 2) !== 0).length);
        }
      }),
    );
  });
});

describe('a listener', () => {
  it('hears changes, and nothing when nothing changed', () => {
    const table = tableOf(['a', 'b']);
    const heard = vi.fn();
    const stop = table.subscribe(heard);
    table.move('home');
    table.move('home');
    table.clearSelection();
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
    table.move('end');
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

describe('the viewport', () => {
  it('follows its rows when others arrive above', () => {
    expect(computeScrollShift(list(['a', 'b', 'c', 'd']), list(['x', 'y', 'a', 'b', 'c', 'd']), 1, 3)).toBe(2);
  });

  it('stays when one of its rows jumps to the top', () => {
    expect(computeScrollShift(list(['a', 'b', 'c', 'd', 'e']), list(['d', 'a', 'b', 'c', 'e']), 3, 4)).toBe(0);
    expect(computeScrollShift(list(['a', 'b', 'c', 'd', 'e', 'f']), list(['f', 'a', 'b', 'c', 'd', 'e']), 2, 5)).toBe(1);
  });

  it('stays when nothing of what it showed is left', () => {
    expect(computeScrollShift(list(['a', 'b']), list(['x', 'y']), 0, 1)).toBe(0);
  });
});

describe('columns', () => {
  const column = (id: string, more: Partial<Column<never>> = {}): Column<never> => ({ id, header: id, width: 100, render: () => null, ...more });
  const columns = [column('name', { hideable: false }), column('text', { grow: 1, min: 60 }), column('at', { width: 50 })];

  it('keep their own place when the saved order does not know them', () => {
    expect(getOrder(columns, { ...plainLayout, order: ['at', 'gone', 'name'] })).toEqual(['at', 'name', 'text']);
    expect(getOrder(columns, plainLayout)).toEqual(['name', 'text', 'at']);
  });

  it('move by places, and no further than the ends', () => {
    expect(moveColumn(columns, plainLayout, 'at', -1).order).toEqual(['name', 'at', 'text']);
    expect(moveColumn(columns, plainLayout, 'name', -3).order).toEqual(['name', 'text', 'at']);
  });

  it('come back where they were after being hidden; the naming one stays', () => {
    const hidden = toggleColumn(columns, plainLayout, 'text');
    expect(hidden.hidden).toEqual(['text']);
    expect(toggleColumn(columns, hidden, 'text')).toEqual(plainLayout);
    expect(toggleColumn(columns, plainLayout, 'name')).toEqual(plainLayout);
  });

  const tracksOf = (...tracks: readonly (readonly [number, number])[]) => tracks.map(([min, grow]) => ({ min, grow }));

  it('share the room that is left, until one is given a width', () => {
    expect(createGridTemplate(columns, {})).toEqual({ template: '100px minmax(60px, 1fr) 50px', tracks: tracksOf([100, 0], [60, 1], [50, 0]), minWidth: 210 });
    expect(createGridTemplate(columns, { text: 240 })).toEqual({ template: '100px 240px 50px', tracks: tracksOf([100, 0], [240, 0], [50, 0]), minWidth: 390 });
  });

  it('are as wide as the browser makes them: their share, and those that must be wider are taken out of the sharing', () => {
    expect(computeWidths(tracksOf([100, 0], [60, 1], [50, 0]), 400)).toEqual([100, 250, 50]);
    expect(computeWidths(tracksOf([100, 0], [60, 1], [80, 3]), 500)).toEqual([100, 100, 300]);
    expect(computeWidths(tracksOf([100, 0], [160, 1], [80, 3]), 500)).toEqual([100, 160, 240]);
    expect(computeWidths(tracksOf([100, 0], [60, 1]), 0)).toEqual([100, 60]);
    expect(computeWidths(tracksOf([100, 0], [50, 0]), 400)).toEqual([100, 50]);
  });

  it('sort ascending first, then the other way', () => {
    const once = getNextSort(null, 'name');
    expect([once, getNextSort(once, 'name'), getNextSort(once, 'at')]).toEqual([
      { columnId: 'name', direction: 'asc' },
      { columnId: 'name', direction: 'desc' },
      { columnId: 'at', direction: 'asc' },
    ]);
  });
});
