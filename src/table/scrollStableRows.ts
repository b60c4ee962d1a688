/** While scrolling, defers inserts and removals that do not affect rendered rows until scrolling stops. */
import { computeScrollShift, type RowSource } from './controller.ts';
import type { RenderedRange } from './overscan.ts';

/** State of the rows on the screen, reported by the component that draws them. */
export interface View {
  renderedRange: RenderedRange;
  /** The wheel turns, or the cursor moves the list. */
  isScrolling: boolean;
  /** Elements stand in another order than their rows. */
  isOutOfOrder: boolean;
  /** Newer rows wait. */
  isWaiting: boolean;
}
/** Rows, and the same as the controller knows them. */
interface RowList<Row> {
  readonly rows: readonly (Row | undefined)[];
  readonly source: RowSource;
  /** Changes with filter and sort. */
  readonly fresh: string;
}

/** Rows beyond those drawn that are looked at as well: they may be drawn next. */
const margin = 12;

/** Checks whether the same rows stand around the screen, each so many places further down. */
function isShifted(before: RowSource, after: RowSource, { from, to }: RenderedRange, shift: number): boolean {
  for (let index = Math.max(0, from - margin); index <= to + margin; index += 1) if (before.idAt(index) !== after.idAt(index + shift)) return false;
  return true;
}

/** Rows, as the controller knows them and as they are drawn. */
interface StableRows<Row> {
  readonly source: RowSource;
  readonly rowAt: (index: number) => Row | undefined;
}

/**
 * The places of the rows to draw: the newest, or those of before while the newest differ by nothing around the screen, since rows came or went far
 * above. To draw all of them again for those takes longer than a step of the wheel, and shows nothing. What a row says is always the newest.
 */
export function createScrollStableRows<Row>(): (newest: RowList<Row>, view: View) => StableRows<Row> {
  let frozen: Pick<RowList<Row>, 'source' | 'fresh'> | undefined;
  let latest: RowSource | undefined;
  let shift = 0;
  return ({ rows, source, fresh }, view) => {
    view.isWaiting = false;
    if (view.isScrolling && frozen && frozen.source !== source && frozen.fresh === fresh) {
      if (latest !== source) shift = computeScrollShift(frozen.source, source, view.renderedRange.from, view.renderedRange.to);
      view.isWaiting = isShifted(frozen.source, source, view.renderedRange, shift);
    }
    latest = source;
    if (!frozen || !view.isWaiting) [frozen, shift] = [{ source, fresh }, 0];
    const by = shift;
    return { source: frozen.source, rowAt: (index) => rows[index + by] };
  };
}
