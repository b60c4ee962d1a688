import { describe, expect, test } from 'vitest';
import { createScrollStableRows, type View } from '#src/table/scrollStableRows.ts';

type Row = { readonly id: string; readonly words: string };
const rowsFrom = (ids: readonly string[]): Row[] => ids.map((id) => ({ id, words: `of ${id}` }));
const named = (count: number) => Array.from({ length: count }, (_, at) => `r${at}`);
const listed = (rows: readonly (Row | undefined)[], fresh = '') => ({
  rows,
  source: { count: rows.length, idAt: (at: number) => rows[at]?.id, total: null },
  fresh,
});
const turning = (): View => ({ renderedRange: { from: 40, to: 60, at: 42 }, isScrolling: true, isOutOfOrder: false, isWaiting: false });

describe('what comes while the wheel turns', () => {
  test('far above waits until it rests, and the rows on screen stay where they are', () => {
    const hold = createScrollStableRows<Row>();
    const view = turning();
    const first = listed(rowsFrom(named(100)));
    hold(first, view);
    const more = listed([{ id: 'new', words: 'just came' }, ...first.rows]);
    const held = hold(more, view);
    expect(view.isWaiting).toBe(true);
    expect(held.source).toBe(first.source);
    expect(held.rowAt(50)).toBe(first.rows[50]);
    view.isScrolling = false;
    expect(hold(more, view).source).toBe(more.source);
    expect(view.isWaiting).toBe(false);
  });

  test('is said at once by a row that stays in its place', () => {
    const hold = createScrollStableRows<Row>();
    const view = turning();
    const rows = rowsFrom(named(100));
    const first = listed(rows);
    hold(first, view);
    const changed = { id: 'r50', words: 'other words' };
    const held = hold(listed([{ id: 'new', words: '' }, ...rows.slice(0, 50), changed, ...rows.slice(51)]), view);
    expect(held.source).toBe(first.source);
    expect(held.rowAt(50)).toBe(changed);
  });

  test('is drawn at once where a row near the screen comes, goes or is loaded, and where the filter changes', () => {
    const rows = rowsFrom(named(100));
    const gone = rows.filter(({ id }) => id !== 'r50');
    const come = [...rows.slice(0, 66), { id: 'new', words: '' }, ...rows.slice(66)];
    const lacking = rows.map((row) => (row.id === 'r62' ? undefined : row));
    for (const [before, after, fresh] of [
      [rows, gone, ''],
      [rows, come, ''],
      [lacking, rows, ''],
      [rows, [{ id: 'new', words: '' }, ...rows], 'another filter'],
    ] as const) {
      const hold = createScrollStableRows<Row>();
      const view = turning();
      hold(listed(before), view);
      const newest = listed(after, fresh);
      expect(hold(newest, view).source).toBe(newest.source);
      expect(view.isWaiting).toBe(false);
    }
  });
});
