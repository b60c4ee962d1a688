/** Fault in a line a user typed, with its position: offsets in the text, so that a field can point at the word. */
export interface ParseError {
  readonly from: number;
  /** Behind the last character. */
  readonly to: number;
  readonly message: string;
}

export type ParseResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly ParseError[] };

/** A piece of a text and where it stands. */
export interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A piece without the blanks around it. */
export function trimPiece({ text, from }: Piece): Piece {
  const start = text.length - text.trimStart().length;
  const body = text.trim();
  return { text: body, from: from + start, to: from + start + body.length };
}

/** The parts of a text between separators; nothing is split within double quotes. */
export function splitPieces(whole: Piece, separator: RegExp): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= whole.text.length; at += 1) {
    const letter = whole.text[at];
    if (letter !== undefined && /["“”]/.test(letter)) isQuoted = !isQuoted;
    if (letter !== undefined && (isQuoted || !separator.test(letter))) continue;
    pieces.push({ text: whole.text.slice(start, at), from: whole.from + start, to: whole.from + at });
    start = at + 1;
  }
  return pieces;
}

export const createParseError = ({ from, to }: Pick<Piece, 'from' | 'to'>, message: string): ParseError => ({ from, to: Math.max(to, from + 1), message });
