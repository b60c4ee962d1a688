/** The search box over a list: comes when it is asked for or holds something, narrows while one types, and gives the keyboard back to the table. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TextInput } from '../ui/index.ts';
import css from './ListSearch.module.css';

/** Milliseconds after the last letter: the list is asked once a word, not once a letter. */
const rest = 120;

export interface ListSearch {
  readonly label: string;
  /** Field in the row of chips, or over it; null while it is not asked for. */
  readonly box: ReactNode;
  /** Where the field stands when it does not come and go. */
  readonly place?: 'above';
  readonly focus: () => void;
  /** Leaves the box; false when the keyboard is not in it. */
  readonly back: () => boolean;
}

interface ListSearchOptions {
  readonly label: string;
  readonly placeholder: string;
  readonly q: string | undefined;
  readonly onChange: (q: string | undefined) => void;
  readonly table: RefObject<{ focus: () => void } | null>;
}

export function useListSearch({ label, placeholder, q, onChange, table }: ListSearchOptions): ListSearch {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const applied = useRef(q);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState(q ?? '');
  useEffect(() => {
    if (q === applied.current) return;
    applied.current = q;
    setText(q ?? '');
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (typed: string) => {
    clearTimeout(timer.current);
    const next = typed.trim() === '' ? undefined : typed;
    if (next === applied.current) return;
    applied.current = next;
    onChange(next);
  };
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(typed), rest);
  };
  const box =
    isOpen || text !== '' ? (
      <form
        className={css.search}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          apply(text);
          table.current?.focus();
        }}
      >
        <TextInput
          ref={input}
          icon="search"
          aria-label={label}
          placeholder={placeholder}
          maxLength={100}
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            apply(text);
            setOpen(false);
          }}
        />
      </form>
    ) : null;
  return {
    label,
    box,
    focus: () => {
      // At once: the next key is already meant for it.
      flushSync(() => setOpen(true));
      input.current?.focus();
      input.current?.select();
    },
    back: () => {
      if (input.current === null || document.activeElement !== input.current) return false;
      table.current?.focus();
      return true;
    },
  };
}
