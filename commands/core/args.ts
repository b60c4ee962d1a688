/** Arguments of commands: where their values come from, and their form as text, so that every command with its arguments has a URL. */

import type { ArgText } from './outcome.ts';
import type { Parsed } from './parsed.ts';
import { loadReaders } from './readers.ts';
import type { Services } from './services.ts';
import type { Context } from './types.ts';

/** A value one can choose: `id` is its form as text. `reason` says why it cannot be chosen now. */
export interface Option<V> {
  readonly value: V;
  readonly id: string;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly icon?: string | undefined;
  readonly reason?: string | undefined;
}

/** Kinds of text that are read back: an instant to come, a day, weekly hours of a number, weekly times of a schedule. */
export type ReadBack = 'instant' | 'day' | 'hours' | 'schedule';

interface ArgBase<O extends boolean> {
  /** Asks for it: "Which number". */
  readonly label: string;
  readonly optional?: O;
  /** A code or a password: written down nowhere, asked for again when the command is run again. */
  readonly secret?: true;
  /** Initial text of the field, by the arguments before it too; where it is read asynchronously, it is filled in unless something is typed meanwhile. */
  readonly initial?: (context: Context, services: Services, given: ArgText) => string | undefined | Promise<string | undefined>;
}

/** One of a list known now; `given` are the arguments before it. */
interface ListArg<V, O extends boolean = boolean> extends ArgBase<O> {
  readonly kind: 'list';
  readonly options: (context: Context, given: ArgText) => readonly Option<V>[];
  /** Its values are numbers: the palette offers one as soon as it is typed. */
  readonly isScale?: true;
  /** Returns the id of the present value: it is marked, and chosen at first. */
  readonly getCurrent?: (context: Context, given: ArgText) => string | undefined;
}

/** One of a remote list, found by words and shown in the order they come; `find` brings one back by its id. Rejecting tells why the search failed. */
interface SearchArg<V, O extends boolean = boolean> extends ArgBase<O> {
  readonly kind: 'search';
  readonly search: (context: Context, services: Services, query: string, signal: AbortSignal, given: ArgText) => Promise<readonly Option<V>[]>;
  readonly find: (id: string, context: Context, services: Services, given: ArgText) => Promise<V | null>;
  /** Returns the name of an id, where it is known without asking. */
  readonly getName?: (id: string, context: Context) => string | undefined;
  /** Makes one of the typed words where none has that name. */
  readonly create?: {
    readonly isAllowed: (context: Context) => boolean;
    readonly getTitle: (text: string) => string;
    /** Returns the id of the new one. Rejects with why it was not made. */
    readonly run: (text: string, services: Services) => Promise<string>;
  };
}

/** Free text with a reader. `hint` says how to write it. */
interface TextArg<V, O extends boolean = boolean> extends ArgBase<O> {
  readonly kind: 'text';
  readonly hint?: string;
  readonly parse: (text: string, context: Context) => Parsed<V>;
  /** Kind of value, which the palette reads back while it is typed: "Tomorrow, 9:00 AM PST". */
  readonly readsBack?: ReadBack;
}

export type Arg<V, O extends boolean = boolean> = ListArg<V, O> | SearchArg<V, O> | TextArg<V, O>;

/** The arguments of a command, in the order they are asked for. */
export type Args = Readonly<Record<string, Arg<unknown>>>;

type ArgValue<A> = A extends { readonly options: (...given: never[]) => readonly Option<infer V>[] }
  ? V
  : A extends { readonly find: (...given: never[]) => Promise<infer V> }
    ? NonNullable<V>
    : A extends { readonly parse: (...given: never[]) => Parsed<infer V> }
      ? V
      : never;

/** Arguments of `run`: a value for each; undefined where an optional one was skipped. */
export type ArgValues<A extends Args> = { readonly [K in keyof A]: A[K] extends { readonly optional?: false } ? ArgValue<A[K]> : ArgValue<A[K]> | undefined };

/** Declares arguments. `arg.list` chooses of what is known, `arg.search` asks the server, `arg.text` reads what is typed, `arg.optional` may be skipped. */
export const arg = {
  list: <const V>(spec: Omit<ListArg<V, false>, 'kind' | 'optional'>): ListArg<V, false> => ({ ...spec, kind: 'list' }),
  search: <V>(spec: Omit<SearchArg<V, false>, 'kind' | 'optional'>): SearchArg<V, false> => ({ ...spec, kind: 'search' }),
  text: <V>(spec: Omit<TextArg<V, false>, 'kind' | 'optional'>): TextArg<V, false> => ({ ...spec, kind: 'text' }),
  /** One that may be skipped. */
  optional: <A extends Arg<unknown>>(declared: A): Omit<A, 'optional'> & { readonly optional: true } => ({ ...declared, optional: true }),
  /** One that nobody may read afterwards. */
  secret: <A extends Arg<unknown>>(declared: A): A => ({ ...declared, secret: true }),
  /** Words of 1 to `max` characters. */
  words: (label: string, max: number, initial?: (context: Context, services: Services, given: ArgText) => string | undefined): TextArg<string, false> => ({
    kind: 'text',
    label,
    ...(initial ? { initial } : {}),
    parse: (text) => {
      const value = text.trim();
      if (value === '') return { ok: false, error: 'Enter a value' };
      if (value.length > max) return { ok: false, error: `Use ${max} characters or fewer` };
      return { ok: true, value };
    },
  }),
  /** A command, by its id. `among` narrows; which commands there are is told by the caller of the palette (`Context.commands`). */
  command: (label: string, among?: (context: Context) => readonly string[]): ListArg<string, false> => ({
    kind: 'list',
    label,
    options: (context) => {
      const wanted = among?.(context);
      return context.commands.filter(({ id }) => wanted === undefined || wanted.includes(id)).map(({ id, title, icon }) => ({ value: id, id, title, icon }));
    },
  }),
  /** One of a few words: `one('Theme', ['dark', 'light'])`. */
  one: <const W extends string>(
    label: string,
    words: readonly W[],
    titles?: Partial<Record<W, string>>,
    getCurrent?: (context: Context) => W | undefined,
  ): ListArg<W, false> => ({
    kind: 'list',
    label,
    ...(getCurrent ? { getCurrent } : {}),
    options: () => words.map((word) => ({ value: word, id: word, title: titles?.[word] ?? word })),
  }),
} as const;

/** Reads one argument from its text. */
export async function parseArg<V>(declared: Arg<V>, text: string, context: Context, services: Services, given: ArgText): Promise<Parsed<V>> {
  if (declared.kind === 'text') {
    await loadReaders();
    return declared.parse(text, context);
  }
  if (declared.kind === 'search') {
    const value = await declared.find(text, context, services, given);
    return value === null ? { ok: false, error: `No ${declared.label.toLowerCase()} matches “${text}”` } : { ok: true, value };
  }
  const option = declared.options(context, given).find((each) => each.id === text);
  if (!option) return { ok: false, error: `“${text}” is not a valid ${declared.label.toLowerCase()}` };
  return option.reason === undefined ? { ok: true, value: option.value } : { ok: false, error: option.reason };
}
