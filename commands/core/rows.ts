/** The rows a command acts on. */

import * as shapes from '../shapes.ts';
import type { About, RowFace } from './shape.ts';
import type { Context, RowKind, RowSet, RowsOf, RowTypes } from './types.ts';

const isOf = <K extends RowKind>(set: RowSet, kind: K): set is Extract<RowSet, { kind: K }> => set.kind === kind;

/**
 * Returns the rows a command over `kind` acts on: the selection of the focused list, else the row under its cursor, else the row open in or beside the
 * focused pane. null when there are none of that kind.
 */
export function rowsOf<K extends RowKind>(context: Context, kind: K): RowsOf<K> | null {
  const focused = context.focus.rows;
  // The narrowed member of the union is RowsOf<K> by the definition of RowSet; TypeScript does not follow this through a generic.
  if (focused && focused.kind === kind && focused.count > 0 && isOf(focused, kind)) return focused as RowSet as RowsOf<K>;
  const row: RowTypes[K] | undefined = context.open[kind];
  return row === undefined ? null : { kind, rows: [row], mode: 'cursor', count: 1 };
}

type RowFaces = { readonly [K in RowKind]: RowFace<RowTypes[K]> };
// The shapes say a face for each kind of their own; together they are all kinds.
const faces = Object.assign({}, ...Object.values(shapes).map(({ rows }) => rows)) as RowFaces;

// Made once: `toLocaleString` looks its locale up anew at each call, and the palette counts for each row.
const written = new Intl.NumberFormat('en-US');

/** "1 contact", "3 conversations", "5,000 numbers". */
export const formatCount = (count: number, kind: RowKind): string => `${written.format(count)} ${faces[kind].words[count === 1 ? 0 : 1]}`;

/** "contact" and "contacts". */
export const wordsOfKind = (kind: RowKind): { one: string; many: string } => ({ one: faces[kind].words[0], many: faces[kind].words[1] });

/** "conversations". */
export const plural = (kind: RowKind): string => faces[kind].words[1];

/** "a conversation", "an item". */
export const withArticle = (kind: RowKind): string => `${/^[aeiou]/.test(faces[kind].words[0]) ? 'an' : 'a'} ${faces[kind].words[0]}`;

/** Name of one row in a sentence; empty where there is none at that place. */
function nameOf<K extends RowKind>({ kind, rows }: RowsOf<K>, at: number): string {
  const row = rows[at];
  return row === undefined ? '' : faces[kind].nameOf(row);
}

/** Returns the subject of a row; null where it has none. */
export const aboutOf = <K extends RowKind>(kind: K, row: RowTypes[K]): About | null => faces[kind].about?.(row) ?? null;

/** All kinds of rows. */
export const rowKinds = Object.keys(faces) as RowKind[];

/** The names of the first `most` rows. */
export const sampleNames = <K extends RowKind>(set: RowsOf<K>, most = 3): string[] =>
  Array.from({ length: Math.min(most, set.rows.length) }, (_, at) => nameOf(set, at));
