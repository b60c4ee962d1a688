/** Runs commands: checks availability, collects arguments, runs, shows the notice, writes the log, records undo. Knows nothing of React. */

import { watchPerson } from '../auth/personOf.ts';
import { type BindingCondition, checkAvailability, type Refusal } from './availability.ts';
import { type Command, CommandError } from './command.ts';
import { type Failure, failureNotice, failureOf } from './failure.ts';
import type { ArgText, CommandResult, Source, Undo } from './outcome.ts';
import type { Registry } from './registry.ts';
import type { Services } from './services.ts';
import type { Context } from './types.ts';
import { nothingToUndo, noUndo } from './undoText.ts';

/** Input with which a run is requested. `count` is the number a review showed; `binding` narrows. */
export interface CommandInvocation {
  readonly source: Source;
  readonly args?: ArgText;
  /** The arguments in the words they were chosen by. */
  readonly words?: ArgText;
  readonly binding?: BindingCondition;
  readonly count?: number | null;
  /** The conversation that was written in when it was asked for. What is addressed goes there or nowhere. */
  readonly writtenIn?: number | undefined;
}

/** Outcome of a run: `asked` means it opened the palette for arguments or a review. */
export type Result =
  | { readonly status: 'done'; readonly outcome: CommandResult }
  | { readonly status: 'asked' }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'failed'; readonly message: string };

interface DispatcherOptions {
  readonly registry: Registry;
  readonly context: () => Context;
  readonly services: () => Services;
  /** A random id of 8 to 64 letters and digits, for the log. */
  readonly newKey: () => string;
  /** A command was used: for the ranking. */
  readonly onUsed?: (commandId: string) => void;
}

export interface Dispatcher {
  /** Runs a command, or opens the palette for what is missing. Never rejects: the person is told. */
  run(commandId: string, ask: CommandInvocation): Promise<Result>;
  /** Runs a command whose arguments and review the palette has gathered. Tells a failure and rejects with it; one that only wants another look is not told. */
  execute(commandId: string, ask: CommandInvocation): Promise<CommandResult>;
  /** Takes the last command back, where it has an undo; where it has none, says so and reaches no further. */
  undo(): Promise<Result>;
  /** Runs a command of the log again, with the same arguments, on what is in focus now. */
  again(runId: number): Promise<Result>;
  /** The last command that changed something; `isFinal` where it has no undo. */
  undoable(): Context['undoable'];
  /** Forgets what could be undone: the session or the company is another. */
  forget(): void;
  subscribe(listener: () => void): () => void;
}

const undoKept = 50;

const undoId = 'keyline.undo';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Arguments as they may be written down: without what is secret. */
const withoutSecrets = (command: Pick<Command, 'args'>, args: ArgText = {}): ArgText => {
  const secret = new Set(command.args.flatMap(({ name, arg }) => (arg.secret ? [name] : [])));
  return Object.fromEntries(Object.entries(args).filter(([name]) => !secret.has(name)));
};

const missing = (command: Command, args: ArgText): boolean => command.args.some(({ name, arg }) => !arg.optional && args[name] === undefined);

/** Arguments as the log keeps them; what is no text is left out. */
export const argsOf = (value: unknown): ArgText =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : []))) : {};

/** The arguments as a person reads them, where they are known by name: ids stand for tags, numbers, people. */
function wordsOf(command: Command, { args = {}, words: said = {} }: CommandInvocation, context: Context): string | undefined {
  const words = command.args.flatMap(({ name, arg }) => {
    const id = args[name];
    if (id === undefined || arg.secret) return [];
    if (arg.kind === 'list') return [arg.options(context, args).find((option) => option.id === id)?.title ?? id];
    return [(arg.kind === 'search' ? said[name] || arg.nameOf?.(id, context) : undefined) ?? id];
  });
  return words.length === 0 ? undefined : words.join(', ');
}

/** A link can be written by anybody: only going somewhere happens without a look at what it will do. */
export const needsReview = (command: Command, source: Source): boolean => source === 'url' && command.group !== 'Go to' && !command.quiet;

/** A command that changed something. Without `undo` it is a barrier: nothing before it is undone. */
interface UndoEntry {
  readonly title: string;
  readonly undo: Undo | null;
  /** Aborted as soon as the entry is used, forgotten, or no longer the last: its notice stops to offer Undo. */
  readonly offered: AbortController;
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  let entries: readonly UndoEntry[] = [];
  const listeners = new Set<() => void>();
  const setEntries = (next: readonly UndoEntry[]): void => {
    const last = next.at(-1);
    for (const entry of entries) if (entry !== last) entry.offered.abort();
    entries = next;
    for (const listener of listeners) listener();
  };
  const addEntry = (title: string, undo: Undo | null): UndoEntry => {
    const entry = { title, undo, offered: new AbortController() };
    setEntries([...entries, entry].slice(-undoKept));
    return entry;
  };

  const log = (command: Pick<Command, 'id' | 'title' | 'args'>, ask: CommandInvocation, outcome: 'done' | 'failed' | 'undone', detail?: string): void => {
    const companyId = options.context().company?.id;
    const row = { key: options.newKey(), commandId: command.id, title: command.title, source: ask.source, outcome, args: withoutSecrets(command, ask.args) };
    const shown = detail === undefined ? {} : { detail: detail.slice(0, 300) };
    // The log is a record, not a condition: a command that ran has run, logged or not.
    options
      .services()
      .log.add({ ...row, ...shown, ...(companyId === undefined ? {} : { companyId }) })
      .catch(() => undefined);
  };

  const tellRefusal = (refusal: Refusal, ask: CommandInvocation): Result => {
    const { unblock, reason } = refusal;
    const unblocker = unblock && options.registry.get(unblock.commandId);
    const action = unblocker ? { title: unblocker.title, onAct: () => void run(unblocker.id, { source: ask.source === 'key' ? 'key' : 'button' }) } : undefined;
    const cause = refusal.kind === 'connection' ? { cause: 'connection' as const } : {};
    options.services().notices.show({ tone: 'info', message: reason, ...cause, ...(action ? { action } : {}) });
    return { status: 'refused', reason };
  };

  /** Reports a finished run. A run that ends after another company was entered is reported, but cannot be undone there. */
  const tellDone = (command: Command, outcome: CommandResult, before: Context): void => {
    const { undo: back } = outcome;
    const isInPlace = before.company?.id === options.context().company?.id;
    const entry = isInPlace && (back || (command.changes && outcome.changed !== false)) ? addEntry(back?.title ?? command.title, back ?? null) : null;
    if (!command.quiet) options.onUsed?.(command.id);
    if (outcome.told === undefined) return;
    const action = entry?.undo ? { title: 'Undo', command: undoId, until: entry.offered.signal, onAct: () => void undoIfLast(entry) } : undefined;
    const title = outcome.title === undefined ? {} : { title: outcome.title };
    options.services().notices.show({ tone: 'success', ...title, message: outcome.told, ...(action ? { action } : {}) });
  };

  const checkCount = async (command: Command, args: ArgText, ask: CommandInvocation): Promise<void> => {
    if (ask.count === undefined || ask.count === null || !command.hasReview) return;
    const review = await command.review({ context: options.context(), args, services: options.services() });
    if (review && review.count !== ask.count) throw new CommandError('The selection changed. Review it again before you continue.', 'count_changed');
  };

  const read = (thrown: unknown): Failure => failureOf(thrown, options.services().supportEmail);
  const tellFailure = (failure: Failure): void => options.services().notices.show(failureNotice(failure));
  const watch = () => watchPerson(() => options.context().user);

  /** Runs it and tells how it ended. Whoever has left meanwhile is told nothing: somebody else may read it, and take it back. */
  async function execute(commandId: string, ask: CommandInvocation): Promise<CommandResult> {
    const command = options.registry.get(commandId);
    if (!command) throw read(new CommandError(`Unknown command: ${commandId}`));
    const given = checkAvailability(command, options.context(), ask.binding);
    if (!given.ok) throw read(new CommandError(given.reason));
    const args = ask.args ?? {};
    const before = options.context();
    const isHere = watch();
    try {
      if (ask.writtenIn !== undefined && command.addressed !== null && before.composer?.conversationId !== ask.writtenIn)
        throw new CommandError(`Another conversation is shown now. Nothing was ${command.addressed}`);
      await checkCount(command, args, ask);
      const outcome = await command.run({ context: options.context(), args, services: options.services(), source: ask.source });
      if (isHere()) tellDone(command, outcome, before);
      if (isHere() && !command.quiet) log(command, ask, 'done', wordsOf(command, ask, before));
      return outcome;
    } catch (thrown) {
      const failure = read(thrown);
      if (isHere() && !command.quiet) log(command, ask, 'failed', failure.message);
      if (isHere() && failure.code !== 'count_changed') tellFailure(failure);
      throw failure;
    }
  }

  const isReviewed = async (command: Command, args: ArgText, ask: CommandInvocation): Promise<boolean> => {
    if (needsReview(command, ask.source)) return true;
    if (!command.hasReview || ask.count !== undefined) return false;
    return (await command.review({ context: options.context(), args, services: options.services() })) !== null;
  };

  async function run(commandId: string, ask: CommandInvocation): Promise<Result> {
    const command = options.registry.get(commandId);
    const args = ask.args ?? {};
    if (!command) {
      options.services().notices.show({ tone: 'danger', message: `Unknown command: ${commandId}` });
      return { status: 'refused', reason: `Unknown command: ${commandId}` };
    }
    const given = checkAvailability(command, options.context(), ask.binding);
    if (!given.ok && given.unblock?.isAsked) {
      const { source } = ask;
      options.services().palette.open({ command: { id: given.unblock.commandId, source }, next: { command: { id: commandId, args, source } } });
      return { status: 'asked' };
    }
    if (!given.ok) return tellRefusal(given, ask);
    try {
      if (missing(command, args) || (await isReviewed(command, args, ask))) {
        options.services().palette.open({ command: { id: commandId, args, source: ask.source } });
        return { status: 'asked' };
      }
    } catch (thrown) {
      const failure = read(thrown);
      tellFailure(failure);
      return { status: 'failed', message: failure.message };
    }
    try {
      return { status: 'done', outcome: await execute(commandId, ask) };
    } catch (thrown) {
      const failure = read(thrown);
      // There is no palette to take another look with.
      if (failure.code === 'count_changed') tellFailure(failure);
      return { status: 'failed', message: failure.message };
    }
  }

  /** Takes back what a notice offered to: only while nothing was changed since. */
  const undoIfLast = async (entry: UndoEntry): Promise<void> => {
    if (entries.at(-1) === entry) await undo();
  };

  async function undo(): Promise<Result> {
    const last = entries.at(-1);
    if (!last?.undo) {
      const reason = last ? noUndo(last.title) : nothingToUndo;
      options.services().notices.show({ tone: 'info', message: reason });
      return { status: 'refused', reason };
    }
    const before = entries.slice(0, -1);
    setEntries(before);
    const logged = { id: undoId, title: `Undo: ${last.title}`, args: [] };
    const isHere = watch();
    try {
      await last.undo.run();
      if (isHere()) options.services().notices.show({ tone: 'success', message: `Undone: ${last.title}` });
      if (isHere()) log(logged, { source: 'undo' }, 'undone');
      return { status: 'done', outcome: {} };
    } catch (thrown) {
      const failure = read(thrown);
      const message = `Couldn’t undo “${last.title}”. ${failure.message}`;
      // It can be tried again, and nothing older is undone in its place.
      if (isHere() && entries === before) setEntries([...entries, last]);
      if (isHere()) log(logged, { source: 'undo' }, 'failed', failure.message);
      if (isHere()) tellFailure({ ...failure, message });
      return { status: 'failed', message };
    }
  }

  return {
    run,
    execute,
    undo,
    again: async (runId) => {
      const logged = await options
        .services()
        .log.find(runId)
        .catch(() => null);
      if (logged) return run(logged.commandId, { source: 'again', args: argsOf(logged.args) });
      options.services().notices.show({ tone: 'info', message: 'This command is no longer in the log' });
      return { status: 'refused', reason: 'This command is no longer in the log' };
    },
    undoable: () => {
      const last = entries.at(-1);
      return last ? { title: last.title, isFinal: last.undo === null } : null;
    },
    forget: () => setEntries([]),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
