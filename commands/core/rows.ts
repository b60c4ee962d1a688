/** The rows a command acts on. */

import { formatNumber } from '#contract/text/number.ts';
import * as shapes from '../shapes.ts';
import type { Availability } from './outcome.ts';
import type { RowDescription, RowSubject } from './shape.ts';
import type { Context, RowKind, RowSelection, RowSet, RowTypes } from './types.ts';

const isKind = <K extends RowKind>(set: RowSet, kind: K): set is Extract<RowSet, { kind: K }> => set.kind === kind;

/**
 * Returns the rows a command over `kind` acts on: the selection of the focused list, else the row under its cursor, else the row open in or beside the
 * focused pane. null when there are none of that kind.
 */
export function getRows<K extends RowKind>(context: Context, kind: K): RowSelection<K> | null {
  const focused = context.focus.rows;
  // The narrowed member of the union is RowsOf<K> by the definition of RowSet; TypeScript does not follow this through a generic.
  if (focused && focused.kind === kind && focused.count > 0 && isKind(focused, kind)) return focused as RowSet as RowSelection<K>;
  const row: RowTypes[K] | undefined = context.open[kind];
  return row === undefined ? null : { kind, rows: [row], mode: 'cursor', count: 1 };
}

/**
 * Returns the rows that commands are about here: those of the focused list, else the row the focused pane shows, else the open conversation. null where
 * there are none.
 */
export function getTargetRows(context: Context): RowSelection<RowKind> | null {
  const { rows, shows } = context.focus;
  return rows && rows.count > 0 ? rows : getRows(context, shows ?? 'conversation');
}

type RowDescriptions = { readonly [K in RowKind]: RowDescription<RowTypes[K]> };
// Each shape describes its own kinds; together they cover all kinds.
const descriptions = Object.assign({}, ...Object.values(shapes).map(({ rows }) => rows)) as RowDescriptions;

// Created once: `toLocaleString` looks its locale up at each call, and the palette formats a count for each row.

/** Returns "1 contact", "3 conversations", "5,000 numbers". */
export const formatCount = (count: number, kind: RowKind): string => `${formatNumber(count)} ${descriptions[kind].nouns[count === 1 ? 0 : 1]}`;

/** Of so many rows those that change: what a review says of a change leaves out what it skips. */
export const countChanging = (count: number, skipped: readonly { readonly count: number }[]): number =>
  skipped.reduce((left, { count: out }) => left - out, count);

/** Returns "contact" and "contacts". */
export const getRowNouns = (kind: RowKind): { one: string; many: string } => ({ one: descriptions[kind].nouns[0], many: descriptions[kind].nouns[1] });

/** Returns "conversations". */
export const getPluralNoun = (kind: RowKind): string => descriptions[kind].nouns[1];

/** Returns "a conversation", "an item". */
export const formatWithArticle = (kind: RowKind): string => `${/^[aeiou]/.test(descriptions[kind].nouns[0]) ? 'an' : 'a'} ${descriptions[kind].nouns[0]}`;

/** Name of one row in a sentence; empty where there is none at that place. */
function getRowName<K extends RowKind>({ kind, rows }: RowSelection<K>, at: number): string {
  const row = rows[at];
  return row === undefined ? '' : descriptions[kind].getName(row);
}

/** Returns the subject of a row; null where it has none. */
export const getRowSubject = <K extends RowKind>(kind: K, row: RowTypes[K]): RowSubject | null => descriptions[kind].getSubject?.(row) ?? null;

/** All kinds of rows. */
export const rowKinds = Object.keys(descriptions) as RowKind[];

/** Returns the names of the first `most` rows. */
export const getSampleNames = <K extends RowKind>(set: RowSelection<K>, most = 3): string[] =>
  Array.from({ length: Math.min(most, set.rows.length) }, (_, at) => getRowName(set, at));

/** Says that a command works on one row where several are selected: of a kind, or of those that commands are about here. */
export function checkSingle(context: Context, kind?: RowKind): Availability {
  const rows: RowSelection<RowKind> | null = kind === undefined ? getTargetRows(context) : getRows(context, kind);
  if (rows === null || rows.count <= 1) return true;
  return { reason: `Works on one ${getRowNouns(rows.kind).one} at a time; ${formatCount(rows.count, rows.kind)} selected` };
}
