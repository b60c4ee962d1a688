/** Menus of rows: what is done to a row, in an order that never changes. */
import type { RowKind } from './types.ts';

/** Command ids in a fixed order. Of several in one place (archive or restore) the one that applies is shown. */
export type RowMenu = readonly (string | readonly string[])[];

/** Menus by the kind of their rows. */
export type RowMenus = { readonly [K in RowKind]?: RowMenu };
