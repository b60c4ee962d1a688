/** Blocking callers. */
import type { Done } from '../core/outcome.ts';
import type { RowsOf } from '../core/types.ts';

/** Where a caller is blocked: on one number of ours, or everywhere. */
export type BlockPlace = { readonly numberId: number } | 'everywhere';

export interface BlockServices {
  /** Blocks callers, given as E.164 or as somebody typed them. */
  block(targets: readonly string[], place: BlockPlace): Done;
  /** Takes away every block that holds for this caller on a number. */
  unblockCaller(target: string, numberId: number | null): Done;
  remove(on: RowsOf<'block'>): Done;
  /** Narrows the list to what has these words; undefined shows all. */
  filter(q: string | undefined): void;
}
