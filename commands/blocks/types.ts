/** Blocking callers. */

import type { BlockedCaller } from '#contract/blocks/entities.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';
import type { Selection } from '../core/selection.ts';

/** Scope of a block: one number of the company, or all of them. */
export type BlockPlace = { readonly numberId: number } | 'everywhere';

export interface BlockServices {
  /** Blocks callers, given as E.164 or as somebody typed them. */
  block(targets: readonly string[], place: BlockPlace): CommandOutcomePromise;
  /** Takes away every block that holds for this caller on a number. */
  unblockCaller(target: string, numberId: number | null): CommandOutcomePromise;
  remove(on: Selection<'block', BlockedCaller>): CommandOutcomePromise;
  /** Narrows the list to what has these words; undefined shows all. */
  filter(q: string | undefined): void;
}

/** Types the area adds to those shared by all commands. */
export interface BlocksTypes {
  readonly rows: { readonly block: BlockedCaller };
  readonly scopes: 'blocks';
  readonly panes: 'blocks';
  readonly services: { readonly blocks: BlockServices };
}
