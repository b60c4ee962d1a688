/** Text of a cell and the value it stands for. A value that a spreadsheet would calculate, or that reads as the word for empty, is guarded. */
import { emptyWord } from '#contract/bulkAttributes/texts.ts';
import { unescapeFormula } from '../exports/serializers.ts';

const isGuardedWord = (text: string) => text.replace(/^'+/, '').toLowerCase() === emptyWord;

/** A value as the file has it, before formulas are guarded; blank for none. */
export const formatValue = (value: string | null): string => (value === null ? '' : isGuardedWord(value.trim()) ? `'${value}` : value);

/** Effect of a cell. */
type CellText = { readonly kind: 'leave' } | { readonly kind: 'empty' } | { readonly kind: 'set'; readonly value: string };

/** Line ends as the reader of files leaves them, without blanks around. */
export const normalizeValue = (value: string): string => value.replaceAll(/\r\n?/g, '\n').trim();

/** Reads a cell. */
export function parseCell(cell: string): CellText {
  const text = unescapeFormula(cell).trim();
  if (text === '') return { kind: 'leave' };
  if (text.toLowerCase() === emptyWord) return { kind: 'empty' };
  return { kind: 'set', value: text.startsWith("'") && isGuardedWord(text) ? text.slice(1) : text };
}
