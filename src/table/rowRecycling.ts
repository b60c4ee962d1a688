import { useRef } from 'react';
import type { View } from './scrollStableRows.ts';

/** A row that is drawn: its index, and the key of the element it stands in. */
interface RowSlot {
  readonly index: number;
  /** Of the elements that take turns from 0 on; -1 stands apart. */
  readonly key: number;
}

/** Elements in the order in which they stand in the page. */
interface RowOrder {
  /** So many take turns. */
  size: number;
  order: readonly number[];
}

const rotateIndex = (index: number, origin: number, size: number): number => (((index - origin) % size) + size) % size;

/** Assigns rows to elements: in row order at rest, and with every element left in its place while scrolling. */
export function computeRowOrder(before: RowOrder, indexes: readonly number[], origin: number, isTurning: boolean): RowOrder {
  const size = Math.max(before.size, indexes.length);
  const turns = indexes.map((index) => rotateIndex(index, origin, size));
  if (!isTurning || size !== before.size) return { size, order: turns };
  const staying = before.order.filter((each) => turns.includes(each));
  return { size, order: [...staying, ...turns.filter((each) => !staying.includes(each))] };
}

/** Rows that follow one another, and one that stands apart from them: the cursor's, wherever it is. */
export function splitRun(indexes: readonly number[]): { readonly together: readonly number[]; readonly apart: number | null } {
  const last = indexes.length - 1;
  const gap = indexes.findIndex((index, at) => at > 0 && index - 1 !== indexes[at - 1]);
  if (gap < 0) return { together: indexes, apart: null };
  const at = gap === last ? last : 0;
  return { together: indexes.filter((_, place) => place !== at), apart: indexes[at] ?? null };
}

/**
 * Rows that take turns in as many elements as were ever drawn at once: a row that comes into view is written into the element of one that left, which
 * costs a fraction of making and removing elements. While the wheel turns the elements stand in the page as they did; at rest they are put in the order
 * of the rows, for whoever reads the page from top to bottom. `view` is told that they are to be put so.
 */
export function useRecycledRows(indexes: readonly number[], origin: number, view: View): readonly RowSlot[] {
  const stored = useRef<RowOrder>({ size: 0, order: [] });
  const { together, apart } = splitRun(indexes);
  const now = computeRowOrder(stored.current, together, origin, view.isScrolling);
  stored.current = now;
  const byTurn = new Map(together.map((index) => [rotateIndex(index, origin, now.size), index]));
  const places: RowSlot[] = now.order.map((key) => ({ index: byTurn.get(key) ?? 0, key }));
  view.isOutOfOrder = places.some(({ index }, at) => index !== together[at]);
  if (apart !== null) places[apart < (together[0] ?? 0) ? 'unshift' : 'push']({ index: apart, key: -1 });
  return places;
}
