/** Choices in the palette, in one shape: rows of the search, or values of an argument. */
import type { Option } from '#commands/core/args.ts';
import type { ArgText } from '#commands/core/outcome.ts';
import type { Registry } from '#commands/core/registry.ts';
import { prefixes } from '#machines/palette/index.ts';
import type { PaletteController } from './controller.ts';
import type { Span } from './match/highlight.ts';
import { highlight } from './match/highlight.ts';
import { createMatcher, type Entry } from './match/matcher.ts';
import { findPhone } from './match/words.ts';
import type { PaletteSection } from './results.ts';

export interface Choice {
  readonly id: string;
  readonly icon: string;
  readonly title: string;
  readonly detail: string | null;
  /** Its key, to be learned. */
  readonly keys: string | undefined;
  /** Why it cannot be chosen now, in place of the key; `unblock` is what Enter offers instead. */
  readonly reason: string | null;
  readonly unblock: string | null;
  readonly spans: readonly Span[];
  readonly detailSpans: readonly Span[];
  /** It is the present value. */
  readonly isCurrent?: boolean;
  /** What it runs, or the value it gives: for the link to it. */
  readonly run?: { readonly commandId: string; readonly args: ArgText };
  readonly value?: string;
  choose(): void;
}
/** A line of the list: a heading or a choice. */
export type ListRow =
  | { readonly kind: 'heading'; readonly id: string; readonly title: string }
  | { readonly kind: 'choice'; readonly id: string; readonly choice: Choice };

const none: readonly Span[] = [];

/** The letter that does the same inside the palette. */
const prefixOf: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(prefixes).map(([letter, scope]) => [`palette.${scope}`, letter]));

/** Lines of what was found. Highlights are asked for lazily: only rows on screen compute theirs. */
export function createSectionRows(
  sections: readonly PaletteSection[],
  words: string,
  palette: PaletteController,
  registry: Registry,
  keysOf: (commandId: string) => string | undefined,
): ListRow[] {
  return sections.flatMap(({ heading, rows }): ListRow[] => [
    { kind: 'heading', id: `heading:${heading}`, title: heading },
    ...rows.map(({ item, availability, detail }): ListRow => {
      const unblocker = !availability.ok && availability.unblock ? registry.get(availability.unblock.commandId) : undefined;
      const choice: Choice = {
        id: item.id,
        icon: item.icon,
        title: item.title,
        detail,
        get keys() {
          return Object.keys(item.run.args).length === 0 ? (prefixOf[item.run.commandId] ?? keysOf(item.run.commandId)) : undefined;
        },
        reason: availability.ok ? null : availability.reason,
        unblock: unblocker?.title ?? null,
        get spans() {
          return words === '' ? none : highlight(words, item.title);
        },
        get detailSpans() {
          return words === '' || detail === null ? none : highlight(words, detail);
        },
        run: item.run,
        choose: () => palette.choose(item),
      };
      return { kind: 'choice', id: item.id, choice };
    }),
  ]);
}

/** The id of a value's line. */
export const getOptionKey = (optionId: string): string => `option:${optionId}`;

interface Findable extends Entry {
  readonly option: Option<unknown>;
}

/** The options that fit what is typed; all of them when nothing is. */
export function filterOptions(options: readonly Option<unknown>[], text: string): readonly Option<unknown>[] {
  if (text.trim() === '') return options;
  const matcher = createMatcher<Findable>();
  matcher.add(
    options.map((option) => ({
      id: option.id,
      title: option.title,
      detail: option.detail,
      phone: findPhone(`${option.title} ${option.detail ?? ''}`),
      option,
    })),
  );
  return matcher.search(text, 200).map(({ entry }) => entry.option);
}

/** Line of a value that is made of what is typed. */
export const createNewRow = (title: string, create: () => void): ListRow => ({
  kind: 'choice',
  id: 'new',
  choice: { id: 'new', icon: 'plus', title, detail: null, keys: undefined, reason: null, unblock: null, spans: none, detailSpans: none, choose: create },
});

/** Lines of an argument's values. */
export function createOptionRows(
  options: readonly Option<unknown>[],
  text: string,
  current: string | undefined,
  pick: (option: Option<unknown>) => void,
): ListRow[] {
  return options.map((option): ListRow => {
    const id = getOptionKey(option.id);
    const choice: Choice = {
      id,
      icon: option.icon ?? 'chevron-right',
      title: option.title,
      detail: option.detail || null,
      keys: undefined,
      reason: option.reason ?? null,
      unblock: null,
      get spans() {
        return text === '' ? none : highlight(text, option.title);
      },
      detailSpans: none,
      isCurrent: option.id === current,
      value: option.id,
      choose: () => {
        if (option.reason === undefined) pick(option);
      },
    };
    return { kind: 'choice', id, choice };
  });
}
