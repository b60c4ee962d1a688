/** Ways to go on from what is typed into the search of the inbox: words that narrow, and what they may name. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useState } from 'react';
import { listMessageCompletions, parseLastWord } from '#contract/text/messageCompletions.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import type { SuggestionsProps } from '../../panes/ListSearch.tsx';
import { useNumbers } from '../../shared/numbers.ts';
import css from './Found.module.css';

/** Contacts whose name begins as typed; none for another key. */
function usePeople(text: string): readonly string[] {
  const app = useApp();
  const companyId = useCompanyId();
  const { key, value } = parseLastWord(text);
  const isPerson = (key === 'from' || key === 'with') && value.length >= 2;
  const { data } = useQuery({
    queryKey: keys.of(companyId ?? 0, 'conversations', 'people', value),
    queryFn: async ({ signal }) => (await app.api.call('me.search', { query: { q: value, kinds: 'contact', companyId: companyId ?? undefined }, signal })).data,
    enabled: isPerson && companyId !== null,
  });
  return isPerson ? (data ?? []).map(({ title }) => title) : [];
}

export default function SearchSuggestions({ text, onPick, onShown, ref }: SuggestionsProps) {
  const listId = useId();
  const numbers = useNumbers(useCompanyId());
  const people = usePeople(text);
  const [closedAt, setClosed] = useState<string | null>(null);
  const [chosen, setChosen] = useState<{ readonly text: string; readonly index: number } | null>(null);
  const options = closedAt === text ? [] : listMessageCompletions(text, { numbers, people });
  const index = chosen?.text === text ? chosen.index : -1;
  const isOpen = options.length > 0;
  const activeId = index >= 0 ? `${listId}-${index}` : undefined;
  useLayoutEffect(() => {
    onShown({
      role: 'combobox',
      'aria-expanded': isOpen,
      ...(isOpen ? { 'aria-controls': listId } : {}),
      ...(activeId === undefined ? {} : { 'aria-activedescendant': activeId }),
    });
  }, [onShown, isOpen, listId, activeId]);
  useLayoutEffect(() => () => onShown({}), [onShown]);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  useImperativeHandle(ref, () => ({
    move: (step) => {
      const next = index + step;
      if (next < -1 || next >= options.length) return false;
      setChosen({ text, index: next });
      return true;
    },
    accept: () => {
      const option = options[index];
      if (option) onPick(option.text);
      return option !== undefined;
    },
    close: () => {
      if (isOpen) setClosed(text);
      return isOpen;
    },
  }));
  if (!isOpen) return null;
  return (
    <div id={listId} role="listbox" aria-label="Suggestions" className={css.list}>
      {options.map((option, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the combobox that owns this list
        <div
          key={option.text}
          id={`${listId}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          className={css.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(option.text)}
        >
          <b>{option.title}</b>
          <span className={css.detail}>{option.detail}</span>
        </div>
      ))}
    </div>
  );
}
