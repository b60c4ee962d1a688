/** The field in which a search of calls is typed: completes words, applies what reads, and points at the word that does not. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type CallQuery, formatCallQuery, parseCallQuery } from '#contract/text/callQuery.ts';
import { type CompletionContext, listCompletions } from '#contract/text/callSearch.ts';
import type { ParseError } from '#contract/text/parseError.ts';
import type { ListSearch } from '../../panes/index.ts';
import { TextInput } from '../../ui/index.ts';
import css from './Calls.module.css';

/** Milliseconds after the last letter: the list is asked once a word, not once a letter. */
const rest = 160;

interface CallSearch {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly faults: readonly ParseError[];
  readonly options: readonly { readonly text: string; readonly title: string; readonly detail: string }[];
  type(text: string): void;
  /** Applies what stands there now; false when it does not read. */
  apply(): boolean;
}

const label = 'Search calls';

/** The search of the list of calls: a line that stands over it. */
export function useCallSearch(
  query: CallQuery,
  context: CompletionContext,
  table: RefObject<{ focus: () => void } | null>,
  onQuery: (query: CallQuery) => void,
): ListSearch {
  const line = useCallSearchState(query, context, onQuery);
  return {
    label,
    place: 'above',
    box: <CallSearchField line={line} onDone={() => table.current?.focus()} />,
    focus: () => {
      line.input.current?.focus();
      line.input.current?.select();
    },
    back: () => {
      if (line.input.current === null || document.activeElement !== line.input.current) return false;
      table.current?.focus();
      return true;
    },
  };
}

/** The text of the line. It follows the search when that is changed elsewhere, by a command or a chip. */
function useCallSearchState(query: CallQuery, context: CompletionContext, onQuery: (query: CallQuery) => void): CallSearch {
  const printed = formatCallQuery(query);
  const [text, setText] = useState(printed);
  const applied = useRef(printed);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (printed === applied.current) return;
    applied.current = printed;
    setText(printed);
  }, [printed]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const read = parseCallQuery(text, context);
  const use = (typed: string): boolean => {
    clearTimeout(timer.current);
    const now = parseCallQuery(typed, context);
    if (!now.ok) return false;
    const next = formatCallQuery(now.value);
    if (next !== applied.current) {
      applied.current = next;
      onQuery(now.value);
    }
    return true;
  };
  return {
    input,
    text,
    faults: read.ok ? [] : read.faults,
    options: listCompletions(text, context),
    type: (typed) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => use(typed), rest);
    },
    apply: () => use(text),
  };
}

function CallSearchField({ line, onDone }: { readonly line: CallSearch; readonly onDone: () => void }) {
  const list = useId();
  const fault = useId();
  const wrong = line.faults[0];
  return (
    <form
      className={css.line}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (line.apply()) onDone();
      }}
    >
      <TextInput
        ref={line.input}
        icon="search"
        list={list}
        aria-label={label}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : fault}
        placeholder='missed last 7d longer:60 "extended warranty"'
        maxLength={400}
        autoComplete="off"
        spellCheck={false}
        value={line.text}
        onChange={(event) => line.type(event.target.value)}
      />
      <datalist id={list}>
        {line.options.map((option) => (
          <option key={option.text} value={option.text}>
            {option.detail}
          </option>
        ))}
      </datalist>
      {wrong && (
        <p className={css.fault} id={fault} role="status">
          {line.text.slice(0, wrong.from)}
          <mark>{line.text.slice(wrong.from, wrong.to)}</mark>
          {line.text.slice(wrong.to)} <span>{wrong.message}</span>
        </p>
      )}
    </form>
  );
}
