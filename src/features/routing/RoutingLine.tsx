/** The line of a routing while it is typed: its words are drawn in the colors of what they mean, under a field whose own text can’t be seen. */
import type { ComponentProps } from 'react';
import type { ParseError } from '#contract/text/parseError.ts';
import { TextArea } from '../../ui/index.ts';
import css from './RoutingLine.module.css';

/** A quoted name, an arrow with the extension before it, a word, a phone or another number with its signs. */
const tokens =
  /(?<name>["“][^"“”]*["”]?)|(?<extension>\d+(?=\s*(?:["“][^"“”]*["”]\s*)?(?:→|->|=>)))|(?<sign>→|->|=>|[;,])|(?<word>[A-Za-z][A-Za-z-]*)|(?<digits>[+(\d][\d ().-]*\d[a-z]*|\d+[a-z]*)/g;
type Kind = 'name' | 'extension' | 'sign' | 'word' | 'digits' | 'fault' | 'plain';

interface Piece {
  readonly text: string;
  readonly kind: Kind;
}

/** Splits a line into pieces that make it up again; what a fault names is a fault. */
export function splitLine(text: string, faults: readonly Pick<ParseError, 'from' | 'to'>[]): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (from: number, to: number, kind: Kind) => {
    if (to > from) pieces.push({ text: text.slice(from, to), kind });
  };
  let at = 0;
  for (const found of text.matchAll(tokens)) {
    const [from, to] = [found.index, found.index + found[0].length];
    const named = Object.entries(found.groups ?? {}).find(([, value]) => value !== undefined)?.[0];
    add(at, from, 'plain');
    const isFault = faults.some((fault) => fault.from < to && fault.to > from);
    add(from, to, isFault ? 'fault' : isKind(named) ? named : 'plain');
    at = to;
  }
  add(at, text.length, 'plain');
  return pieces;
}
const isKind = (name: string | undefined): name is Kind => ['name', 'extension', 'sign', 'word', 'digits'].includes(name ?? '');

interface RoutingLineProps extends Omit<ComponentProps<typeof TextArea>, 'value' | 'mono'> {
  readonly value: string;
  readonly faults: readonly ParseError[];
}

export function RoutingLine({ faults, ...field }: RoutingLineProps) {
  return (
    <div className={css.line}>
      <TextArea {...field} mono />
      <div className={css.drawn} aria-hidden>
        {splitLine(field.value, faults).map(({ text, kind }, at) => (
          <span key={at} className={css[kind]}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}
