/** What a list is narrowed, sorted and searched by, as the query of its address: `?unread=1&sort=oldest`. No code of it is needed for the first rows. */
import * as z from 'zod/mini';
import { limits } from '#contract/core/limits.ts';
import type { Views } from './listViewStore.ts';

export interface ViewAddress {
  /** Returns the query of what the list shows in a company, with its question mark; '' where it shows what it shows at first. */
  format(companyId: number): string;
  /** Shows what a query says; false where some of it can't be read, which is left out. */
  restore(companyId: number, query: string): boolean;
  subscribe(listener: () => void): () => void;
}

interface ViewAddressOptions<V, P extends z.ZodMiniObject> {
  readonly views: Views<V>;
  /** What the list shows at first: its values stand in no address. */
  readonly initial: V;
  /** The parameters, which come as text, or not at all. */
  readonly params: P;
  readonly write: (view: V) => { readonly [K in keyof z.output<P>]: unknown };
  readonly read: (given: z.output<P>) => V;
}

const toText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return Array.isArray(value) ? value.join(',') : String(value);
};

/** Defines how a list stands in an address. */
export function createViewAddress<V, P extends z.ZodMiniObject>({ views, initial, params, write, read }: ViewAddressOptions<V, P>): ViewAddress {
  const names = Object.keys(params.shape);
  const toTexts = (view: V) => new Map(Object.entries(write(view)).map(([name, value]) => [name, toText(value)]));
  const first = toTexts(initial);
  return {
    format: (companyId) => {
      const shown = toTexts(views.get(companyId));
      const query = new URLSearchParams();
      for (const name of names) {
        const text = shown.get(name) ?? '';
        if (text !== (first.get(name) ?? '')) query.set(name, text);
      }
      const text = query.toString();
      return text === '' ? '' : `?${text}`;
    },
    restore: (companyId, query) => {
      const given = new URLSearchParams(query);
      const texts = names.map((name) => [name, given.get(name) ?? first.get(name) ?? ''] as const).filter(([, text]) => text !== '');
      const whole = z.safeParse(params, Object.fromEntries(texts));
      const wrong = new Set(whole.success ? [] : whole.error.issues.map(({ path: [name] }) => name));
      const rest = wrong.size === 0 ? whole : z.safeParse(params, Object.fromEntries(texts.filter(([name]) => !wrong.has(name))));
      if (rest.success) views.set(companyId, read(rest.data));
      return wrong.size === 0;
    },
    subscribe: views.subscribe,
  };
}

/** Words that are searched for. */
export const SearchText = z.optional(z.string().check(z.maxLength(limits.searchCharacters)));

/** A column and its direction: `name`, `-name`. */
export const createSortSchema = (columns: readonly string[]) =>
  z.optional(
    z.pipe(
      z.string().check(z.refine((text) => columns.includes(text.replace(/^-/, '')), `One of: ${columns.join(', ')}`)),
      z.transform((text) => ({ columnId: text.replace(/^-/, ''), direction: text.startsWith('-') ? ('desc' as const) : ('asc' as const) })),
    ),
  );

/** The same as text. */
export const formatSort = ({ columnId, direction }: { readonly columnId: string; readonly direction: 'asc' | 'desc' }): string =>
  direction === 'desc' ? `-${columnId}` : columnId;
