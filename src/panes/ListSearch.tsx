/** The search box over a list: comes when it is asked for or holds something, narrows while one types, and gives the keyboard back to the table. */
import { type ComponentProps, type ComponentType, type ReactNode, type Ref, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TextInput } from '../ui/index.ts';
import css from './ListSearch.module.css';

/** Milliseconds after the last letter: the list is asked once a word, not once a letter. */
const rest = 120;

export interface ListSearch {
  readonly label: string;
  /** Field in the row of chips, or over it; null while it is not asked for. */
  readonly box: ReactNode;
  /** Ways to go on from what is typed: between the field and the rows, of which they cover none. Null where there are none. */
  readonly suggestions?: ReactNode;
  /** Where the field stands when it does not come and go. */
  readonly place?: 'above';
  readonly focus: () => void;
  /** Closes the suggestions, else leaves the box and what it looked for, for all rows again: Enter is what keeps it. False when the keyboard is not in it. */
  readonly back: () => boolean;
  /** Takes the search away; false where there is none. */
  readonly clear?: () => boolean;
  /** To the next or previous suggestion, and past the last one into the list. */
  readonly move?: (step: 1 | -1) => void;
}

/** Methods of the suggestions that the keys in the box reach. */
export interface SuggestionsHandle {
  /** False where it goes no further. */
  move(step: 1 | -1): boolean;
  /** Takes the chosen one; false where none is chosen. */
  accept(): boolean;
  /** False where there are none. */
  close(): boolean;
}

export interface SuggestionsProps {
  readonly text: string;
  readonly onPick: (text: string) => void;
  /** Says which list and option the box is to name, for screen readers. */
  readonly onShown: (wiring: Pick<ComponentProps<'input'>, 'role' | 'aria-expanded' | 'aria-controls' | 'aria-activedescendant'>) => void;
  readonly ref: Ref<SuggestionsHandle>;
}

interface ListSearchOptions {
  readonly label: string;
  readonly placeholder: string;
  readonly q: string | undefined;
  readonly onChange: (q: string | undefined) => void;
  readonly table: RefObject<{ focus: () => void } | null>;
  readonly maxLength?: number;
  /** Ways to go on from what is typed. */
  readonly Suggestions?: ComponentType<SuggestionsProps>;
}

export function useListSearch({ label, placeholder, q, onChange, table, maxLength = 100, Suggestions }: ListSearchOptions): ListSearch {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const applied = useRef(q);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState(q ?? '');
  const typed = useRef(text);
  const [wiring, setWiring] = useState({});
  const suggestions = useRef<SuggestionsHandle>(null);
  useEffect(() => {
    if (q === applied.current) return;
    applied.current = q;
    typed.current = q ?? '';
    setText(q ?? '');
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (words: string) => {
    clearTimeout(timer.current);
    const next = words.trim() === '' ? undefined : words;
    if (next === applied.current) return;
    applied.current = next;
    onChange(next);
  };
  const change = (next: string) => {
    typed.current = next;
    setText(next);
  };
  const type = (words: string) => {
    change(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(words), rest);
  };
  const clear = () => {
    if (text === '') return false;
    change('');
    apply('');
    return true;
  };
  const goToTable = () => {
    apply(typed.current);
    table.current?.focus();
  };
  const box =
    isOpen || text !== '' ? (
      <form
        className={css.search}
        role="search"
        data-scope="searchField"
        onSubmit={(event) => {
          event.preventDefault();
          if (!suggestions.current?.accept()) goToTable();
        }}
      >
        <TextInput
          ref={input}
          icon="search"
          aria-label={label}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete="off"
          {...wiring}
          value={text}
          onChange={(event) => type(event.target.value)}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            apply(typed.current);
            setOpen(false);
          }}
        />
      </form>
    ) : null;
  return {
    label,
    box,
    suggestions:
      Suggestions && isOpen ? (
        <Suspense fallback={null}>
          <Suggestions ref={suggestions} text={text} onPick={type} onShown={setWiring} />
        </Suspense>
      ) : null,
    focus: () => {
      // At once: the next key is already meant for it.
      flushSync(() => setOpen(true));
      input.current?.focus();
      input.current?.select();
    },
    back: () => {
      if (input.current === null || document.activeElement !== input.current) return false;
      if (suggestions.current?.close()) return true;
      clear();
      table.current?.focus();
      return true;
    },
    clear,
    move: (step) => {
      if (!suggestions.current?.move(step) && step === 1) goToTable();
    },
  };
}
