/** Declaring a command: one literal with its arguments typed, kept in the registry with the types taken off. */

import type { Permission } from '#contract/core/permissions.ts';
import { type Arg, type Args, type ArgValues, parseArg } from './args.ts';
import type { ArgText, Availability, ChangeResult, CommandResult, Review, Source } from './outcome.ts';
import type { Services } from './services.ts';
import type { Context, RowKind, Scope } from './types.ts';

/** Rows a command needs: of a kind, and how many at most. */
interface RowNeed {
  readonly kind: RowKind;
  /** 1 for a command over a single row. */
  readonly max?: number;
  /** It can act on "all that match", also beyond what is loaded. */
  readonly matching?: boolean;
}

/** Input of a run. */
interface RunInput<A extends Args> {
  readonly context: Context;
  readonly args: ArgValues<A>;
  readonly services: Services;
  readonly source: Source;
}

/** Headings of the palette. */
const groups = [
  'Inbox',
  'Conversation',
  'Message',
  'Contacts',
  'Campaigns',
  'Numbers',
  'Routing',
  'Live calls',
  'Blocked callers',
  'Activity',
  'Calls',
  'Reports',
  'Greetings',
  'Number templates',
  'Marketplace',
  'Catalog',
  'Notifications',
  'Company',
  'Billing',
  'Go to',
  'Workspace',
  'List',
  'My account',
  'Keyline',
  'Sandbox',
] as const;

type Group = (typeof groups)[number];

interface CommandBase<A extends Args> {
  /** Dotted, stable: `conversations.archive`. */
  readonly id: string;
  /** Verb first, as a person would type it: "Archive". A title names one command only. */
  readonly title: string;
  readonly group: Group;
  /** Other words people type for it. */
  readonly keywords?: readonly string[];
  /** A name of the icon set. */
  readonly icon: string;
  /** Scopes in which the command is offered: any of these must be in focus. */
  readonly scopes: readonly Scope[];
  readonly permission?: Permission;
  readonly rows?: RowKind | RowNeed;
  /** Works without a connection. A command with a permission needs one unless it says so here. */
  readonly offline?: boolean;
  /** Kept from staff who act as somebody else. */
  readonly ownOnly?: boolean;
  /** Reached by rows, keys and links alone: the palette does not list it. */
  readonly isUnlisted?: boolean;
  /** It only shows something: its link runs without a review. Commands of the group Go to do. */
  readonly opens?: boolean;
  /** A held key repeats it. */
  readonly repeats?: boolean;
  /** Puts the keyboard into a field: what is typed right behind its key is meant for that. A command that asks for arguments does so anyway. */
  readonly opensField?: boolean;
  /** Ties the written text to the conversation in which it was requested: with another one shown nothing is `sent`, or `saved`. */
  readonly addressed?: 'sent' | 'saved';
  readonly available?: (context: Context) => Availability;
  /** The muted words beside the title: "2 of 3 have a contact". */
  readonly detail?: (context: Context) => string | null;
  /** Typed into the palette with its argument in one line: `buy 415 x10` runs the command with that for the argument. */
  readonly typed?: { readonly verb: string; readonly arg: keyof A & string };
  readonly args?: A;
  /** Returns a preview of the effects; null when there is nothing to look at first (one row, freely undoable). */
  readonly review?: (asked: { readonly context: Context; readonly args: ArgValues<A>; readonly services: Services }) => Review | null | Promise<Review | null>;
}

type Run<A extends Args, R> = (run: RunInput<A>) => R;
type FreeResult = Promise<CommandResult | undefined> | Promise<void>;

/**
 * Result of a command that has run. One that changes something says what it did; others say so here. `quiet`: of no note, not in the command log, the
 * ranking or undo (moving a cursor). `changes`: where its run returns no undo, nothing done before it is undone any more; unless said, a command does that
 * is not quiet. `isShown`: its result is in plain sight, as a pane or a field that opens.
 */
type CommandEffect<A extends Args> =
  | { readonly quiet: true; readonly changes?: boolean; readonly run: Run<A, FreeResult> }
  | { readonly quiet?: boolean; readonly changes: false; readonly run: Run<A, FreeResult> }
  | { readonly quiet?: boolean; readonly changes?: boolean; readonly isShown: true; readonly run: Run<A, FreeResult> }
  | { readonly quiet?: false; readonly changes?: true; readonly isShown?: false; readonly run: Run<A, Promise<ChangeResult>> };

/** Declaration of a command. The field order is the same in every declaration (STYLE.md, commands 2). */
export type CommandDefinition<A extends Args> = CommandBase<A> & CommandEffect<A>;

/** A command in the registry: the same, its arguments in text. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: Group;
  readonly keywords: readonly string[];
  readonly icon: string;
  readonly scopes: readonly Scope[];
  readonly permission: Permission | null;
  readonly rows: RowNeed | null;
  readonly offline: boolean;
  readonly ownOnly: boolean;
  readonly opens: boolean;
  readonly quiet: boolean;
  readonly changes: boolean;
  readonly isUnlisted: boolean;
  readonly isShown: boolean;
  readonly repeats: boolean;
  readonly opensField: boolean;
  readonly addressed: 'sent' | 'saved' | null;
  readonly available: (context: Context) => Availability;
  readonly detail: (context: Context) => string | null;
  readonly typed: { readonly verb: string; readonly arg: string } | null;
  readonly args: readonly NamedArg[];
  readonly hasReview: boolean;
  /** Reads the arguments and tells what the command will do. Rejects with a `RefusedError` when an argument cannot be read. */
  readonly review: (asked: { context: Context; args: ArgText; services: Services }) => Promise<Review | null>;
  /** Reads the arguments and runs. Rejects with a `RefusedError` when an argument cannot be read. */
  readonly run: (asked: { context: Context; args: ArgText; services: Services; source: Source }) => Promise<CommandResult>;
}

/** An argument by its name. */
export interface NamedArg {
  readonly name: string;
  readonly arg: Arg<unknown>;
}

/** A command cannot run; `message` says why. `code` is `count_changed` when the rows are no longer those that were shown. */
export class CommandError extends Error {
  readonly code: string;
  readonly status = 409;
  constructor(message: string, code = 'refused') {
    super(message);
    this.name = 'RefusedError';
    this.code = code;
  }
}

async function parseArgs<A extends Args>(declared: CommandDefinition<A>, context: Context, text: ArgText, services: Services): Promise<ArgValues<A>> {
  const values: Record<string, unknown> = {};
  for (const [name, each] of Object.entries<Arg<unknown>>(declared.args ?? {})) {
    const written = text[name];
    if (written === undefined || (written === '' && each.optional)) {
      if (!each.optional) throw new CommandError(`${each.label} is required`);
      continue;
    }
    const parsed = await parseArg(each, written, context, services, text);
    if (!parsed.ok) throw new CommandError(parsed.error);
    values[name] = parsed.value;
  }
  // Every value was read by the argument of the same name, whose type ArgValues takes.
  return values as ArgValues<A>;
}

/**
 * Declares a command. Its id is checked by the registry. `run` may reject: the dispatcher tells the person.
 *
 * @example command({ id: 'conversations.archive', title: 'Archive', group: 'Inbox', icon: 'archive', scopes: ['inbox', 'conversation'],
 *   permission: 'conversations.work', rows: 'conversation', run: ({ context, services }) => services.conversations.archive(target) })
 */
export function command<const A extends Args = Record<never, never>>(declared: CommandDefinition<A>): Command {
  const { review, run, rows } = declared;
  return {
    id: declared.id,
    title: declared.title,
    group: declared.group,
    keywords: declared.keywords ?? [],
    icon: declared.icon,
    scopes: declared.scopes,
    permission: declared.permission ?? null,
    rows: rows === undefined ? null : typeof rows === 'string' ? { kind: rows } : rows,
    offline: declared.offline ?? declared.permission === undefined,
    ownOnly: declared.ownOnly ?? false,
    opens: declared.opens ?? declared.group === 'Go to',
    quiet: declared.quiet ?? false,
    changes: declared.changes ?? !declared.quiet,
    isUnlisted: declared.isUnlisted ?? false,
    isShown: 'isShown' in declared && declared.isShown === true,
    repeats: declared.repeats ?? false,
    opensField: declared.opensField ?? false,
    addressed: declared.addressed ?? null,
    available: declared.available ?? (() => true),
    detail: declared.detail ?? (() => null),
    typed: declared.typed ?? null,
    args: Object.entries<Arg<unknown>>(declared.args ?? {}).map(([name, each]) => ({ name, arg: each })),
    hasReview: review !== undefined,
    review: async ({ context, args, services }) => (review ? review({ context, args: await parseArgs(declared, context, args, services), services }) : null),
    run: async ({ context, args, services, source }) =>
      (await run({ context, args: await parseArgs(declared, context, args, services), services, source })) ?? {},
  };
}
