/** Runs commands: checks availability, collects arguments, runs, shows the notice, writes the log, records undo. Knows nothing of React. */

import { watchPerson } from '../auth/personKey.ts';
import { type BindingCondition, checkAvailability, type UnavailableResult } from './availability.ts';
import { type Command, CommandError } from './command.ts';
import { createFailureNotice, type Failure, toFailure } from './failure.ts';
import type { ArgText, CommandResult, Source, Undo } from './outcome.ts';
import type { Registry } from './registry.ts';
import { getRows, getSampleNames } from './rows.ts';
import type { Services } from './services.ts';
import type { Context } from './types.ts';
import { formatNoUndo, nothingToUndo } from './undoText.ts';

/** Input with which a run is requested. `count` is the number a review showed; `binding` narrows. */
export interface CommandInvocation {
  readonly source: Source;
  readonly args?: ArgText;
  /** The arguments in the words they were chosen by. */
  readonly words?: ArgText;
  readonly binding?: BindingCondition;
  readonly count?: number | null;
  /** The conversation open in the composer when the run was requested. An addressed command fails when another one is shown. */
  readonly composerConversationId?: number | undefined;
}

/** Outcome of a run: `asked` means that the palette opened for arguments or a review. */
export type RunResult =
  | { readonly status: 'done'; readonly outcome: CommandResult }
  | { readonly status: 'asked' }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'failed'; readonly message: string };

interface DispatcherOptions {
  readonly registry: Registry;
  readonly getContext: () => Context;
  readonly getServices: () => Services;
  /** A random id of 8 to 64 letters and digits, for the log. */
  readonly createKey: () => string;
  /** A command has run. */
  readonly onDone?: (command: Command) => void;
}

export interface Dispatcher {
  /** Runs a command, or opens the palette for missing arguments. Never rejects: a notice shows the failure. */
  run(commandId: string, invocation: CommandInvocation): Promise<RunResult>;
  /** Runs a command whose arguments and review the palette has gathered. Shows a notice of a failure and rejects with it; `count_changed` gets no notice. */
  execute(commandId: string, invocation: CommandInvocation): Promise<CommandResult>;
  /** Undoes the last command. Where it has no undo, shows a notice and undoes nothing older. */
  undo(): Promise<RunResult>;
  /** Runs a command of the log again, with the same arguments, on what is in focus now. */
  rerun(runId: number): Promise<RunResult>;
  /** The last command that changed something; `isFinal` where it has no undo. */
  getUndoable(): Context['undoable'];
  /** Removes all undo entries, when the session or the company changes. */
  clearUndo(): void;
  subscribe(listener: () => void): () => void;
}

const maxUndoEntries = 50;

const undoCommandId = 'keyline.undo';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes secret arguments before they are logged. */
export const omitSecrets = (command: Pick<Command, 'args'>, args: ArgText = {}): ArgText => {
  const secret = new Set(command.args.flatMap(({ name, arg }) => (arg.secret ? [name] : [])));
  return Object.fromEntries(Object.entries(args).filter(([name]) => !secret.has(name)));
};

const hasMissingArgs = (command: Command, args: ArgText): boolean => command.args.some(({ name, arg }) => !arg.optional && args[name] === undefined);

/** Reads the arguments of a log row; leaves out values that are not text. */
export const toArgText = (value: unknown): ArgText =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : []))) : {};

/** Formats the arguments for display: names in place of ids where they are known. */
function formatArgs(command: Command, { args = {}, words: said = {} }: CommandInvocation, context: Context): string | undefined {
  const words = command.args.flatMap(({ name, arg }) => {
    const id = args[name];
    if (id === undefined || arg.secret) return [];
    if (arg.kind === 'list') return [arg.options(context, args).find((option) => option.id === id)?.title ?? id];
    return [(arg.kind === 'search' ? said[name] || arg.getName?.(id, context) : undefined) ?? id];
  });
  return words.length === 0 ? undefined : words.join(', ');
}

/** Checks whether a run from a link needs a review: anyone can write a link, so only those run without one that show something. */
export const isReviewRequired = (command: Command, source: Source): boolean => source === 'url' && !command.opens;

/** Name of the row a command acted on, where it was one. */
function getActedOn({ rows }: Command, context: Context): string | null {
  const on = rows && getRows(context, rows.kind);
  return on?.count === 1 ? (getSampleNames(on, 1)[0] ?? null) : null;
}

/** A row under a cursor, by the pane it was in. */
interface Place {
  readonly paneId: string;
  readonly rowId: number;
}

/** The row under the cursor on which a command acts; null where it acts on none or on several. */
function findPlace({ focus: { rows, pane } }: Context): Place | null {
  const [row] = rows?.mode === 'cursor' ? rows.rows : [];
  return pane !== null && row !== undefined && 'id' in row && typeof row.id === 'number' ? { paneId: pane.id, rowId: row.id } : null;
}

/** A command that changed something. Without `undo` it is a barrier: nothing before it is undone. */
interface UndoEntry {
  readonly title: string;
  /** The row it changed, for the notice; null where there were several or none. */
  readonly subject: string | null;
  readonly undo: Undo | null;
  readonly place: Place | null;
  /** Grows with each command that is begun. */
  readonly order: number;
  /** Aborts as soon as the entry is used, removed, or no longer the last: its notice then stops offering Undo. */
  readonly abortController: AbortController;
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  let entries: readonly UndoEntry[] = [];
  /** Commands begun so far. */
  let begun = 0;
  /** Commands on their way that may have an undo once they end, in the order they began. */
  const running = new Set<{ readonly title: string; readonly order: number; readonly ended: Promise<boolean> }>();
  const listeners = new Set<() => void>();
  const setEntries = (next: readonly UndoEntry[]): void => {
    const last = next.at(-1);
    for (const entry of [...entries, ...next]) if (entry !== last) entry.abortController.abort();
    entries = next;
    for (const listener of listeners) listener();
  };
  const addEntry = (made: Omit<UndoEntry, 'abortController'>): UndoEntry => {
    const entry = { ...made, abortController: new AbortController() };
    // A command that takes its time comes where it was begun: undo takes back what the person did last.
    setEntries([...entries, entry].sort((one, other) => one.order - other.order).slice(-maxUndoEntries));
    return entry;
  };

  const log = (
    command: Pick<Command, 'id' | 'title' | 'args'>,
    invocation: CommandInvocation,
    outcome: 'done' | 'failed' | 'undone',
    detail?: string,
  ): void => {
    const companyId = options.getContext().company?.id;
    const row = {
      key: options.createKey(),
      commandId: command.id,
      title: command.title,
      source: invocation.source,
      outcome,
      args: omitSecrets(command, invocation.args),
    };
    const shown = detail === undefined ? {} : { detail: detail.slice(0, 300) };
    // The log is a record, not a condition: a command that ran has run, logged or not.
    options
      .getServices()
      .log.add({ ...row, ...shown, ...(companyId === undefined ? {} : { companyId }) })
      .catch(() => undefined);
  };

  const notifyUnavailable = (refusal: UnavailableResult, invocation: CommandInvocation): RunResult => {
    const { unblock, reason } = refusal;
    const unblocker = unblock && options.registry.get(unblock.commandId);
    const action = unblocker
      ? { title: unblocker.title, onAct: () => void run(unblocker.id, { source: invocation.source === 'key' ? 'key' : 'button' }) }
      : undefined;
    const cause = refusal.kind === 'connection' ? { cause: 'connection' as const } : {};
    options.getServices().notices.show({ tone: 'info', message: reason, ...cause, ...(action ? { action } : {}) });
    return { status: 'refused', reason };
  };

  /** Reports a finished run. A run that ends after another company was entered is reported, but cannot be undone there. */
  const notifyDone = (command: Command, outcome: CommandResult, before: Context, order: number): void => {
    const { undo: back } = outcome;
    const isInPlace = before.company?.id === options.getContext().company?.id;
    const isEntered = isInPlace && (back !== undefined || (command.changes && outcome.changed !== false));
    // A title of its own names what it was about.
    const subject = back?.title === undefined ? getActedOn(command, before) : null;
    const entry = isEntered ? addEntry({ title: back?.title ?? command.title, subject, undo: back ?? null, place: findPlace(before), order }) : null;
    options.onDone?.(command);
    if (outcome.spoken !== undefined) options.getServices().notices.announce(outcome.spoken);
    if (outcome.message === undefined) return;
    const action = entry?.undo
      ? { title: 'Undo', command: undoCommandId, until: entry.abortController.signal, onAct: () => void undoIfLast(entry) }
      : undefined;
    const title = outcome.title === undefined ? {} : { title: outcome.title };
    options.getServices().notices.show({ tone: 'success', ...title, message: outcome.message, ...(action ? { action } : {}) });
  };

  const checkCount = async (command: Command, args: ArgText, invocation: CommandInvocation): Promise<void> => {
    if (invocation.count === undefined || invocation.count === null || !command.hasReview) return;
    const review = await command.review({ context: options.getContext(), args, services: options.getServices() });
    if (review && review.count !== invocation.count) throw new CommandError('The selection changed. Review it again before you continue.', 'count_changed');
  };

  /** Waits for the areas that are on their way, and looks for the command there. */
  const findComing = async (commandId: string): Promise<Command | undefined> => {
    if (options.registry.completed === null) return undefined;
    await options.registry.completed;
    return options.registry.get(commandId);
  };

  const normalizeError = (thrown: unknown): Failure => toFailure(thrown, options.getServices().supportEmail);
  const notifyFailure = (failure: Failure): void => options.getServices().notices.show(createFailureNotice(failure));
  const watch = () => watchPerson(() => options.getContext().user);

  /** Runs the command and shows a notice of its outcome. Shows none when another user has signed in since: that user could read and undo it. */
  function execute(commandId: string, invocation: CommandInvocation): Promise<CommandResult> {
    begun += 1;
    const order = begun;
    const work = perform(commandId, invocation, order);
    const command = options.registry.get(commandId);
    if (!command || (command.quiet && !command.changes)) return work;
    const ended = work.then(
      () => true,
      () => false,
    );
    const entry = { title: command.title, order, ended };
    running.add(entry);
    void ended.then(() => running.delete(entry));
    return work;
  }

  async function perform(commandId: string, invocation: CommandInvocation, order: number): Promise<CommandResult> {
    const command = options.registry.get(commandId);
    if (!command) throw normalizeError(new CommandError(`Unknown command: ${commandId}`));
    const given = checkAvailability(command, options.getContext(), invocation.binding);
    if (!given.ok) throw normalizeError(new CommandError(given.reason));
    const args = invocation.args ?? {};
    const before = options.getContext();
    const isHere = watch();
    try {
      if (
        invocation.composerConversationId !== undefined &&
        command.addressed !== null &&
        before.composer?.conversationId !== invocation.composerConversationId
      )
        throw new CommandError(`Another conversation is shown now. Nothing was ${command.addressed}`);
      await checkCount(command, args, invocation);
      const outcome = await command.run({ context: options.getContext(), args, services: options.getServices(), source: invocation.source });
      if (isHere()) notifyDone(command, outcome, before, order);
      if (isHere() && !command.quiet) log(command, invocation, 'done', formatArgs(command, invocation, before));
      return outcome;
    } catch (thrown) {
      const failure = normalizeError(thrown);
      if (isHere() && !command.quiet) log(command, invocation, 'failed', failure.message);
      if (isHere() && failure.code !== 'count_changed') notifyFailure(failure);
      throw failure;
    }
  }

  const isReviewed = async (command: Command, args: ArgText, invocation: CommandInvocation): Promise<boolean> => {
    if (isReviewRequired(command, invocation.source)) return true;
    if (!command.hasReview || invocation.count !== undefined) return false;
    return (await command.review({ context: options.getContext(), args, services: options.getServices() })) !== null;
  };

  async function run(commandId: string, invocation: CommandInvocation): Promise<RunResult> {
    const command = options.registry.get(commandId) ?? (await findComing(commandId));
    const args = invocation.args ?? {};
    if (commandId === undoCommandId && running.size > 0) return undo();
    if (!command) {
      options.getServices().notices.show({ tone: 'danger', message: `Unknown command: ${commandId}` });
      return { status: 'refused', reason: `Unknown command: ${commandId}` };
    }
    const given = checkAvailability(command, options.getContext(), invocation.binding);
    if (!given.ok && given.unblock?.isImmediate) {
      const { source } = invocation;
      options.getServices().palette.open({ command: { id: given.unblock.commandId, source }, next: { command: { id: commandId, args, source } } });
      return { status: 'asked' };
    }
    if (!given.ok) return notifyUnavailable(given, invocation);
    try {
      if (hasMissingArgs(command, args) || (await isReviewed(command, args, invocation))) {
        options.getServices().palette.open({ command: { id: commandId, args, source: invocation.source } });
        return { status: 'asked' };
      }
    } catch (thrown) {
      const failure = normalizeError(thrown);
      notifyFailure(failure);
      return { status: 'failed', message: failure.message };
    }
    try {
      return { status: 'done', outcome: await execute(commandId, invocation) };
    } catch (thrown) {
      const failure = normalizeError(thrown);
      // There is no palette to take another look with.
      if (failure.code === 'count_changed') notifyFailure(failure);
      return { status: 'failed', message: failure.message };
    }
  }

  /** Runs the undo of a notice, only while its entry is still the last. */
  const undoIfLast = async (entry: UndoEntry): Promise<void> => {
    if (entries.at(-1) === entry) await undoLast();
  };

  const refuseUndo = (reason: string): RunResult => {
    options.getServices().notices.show({ tone: 'info', message: reason });
    return { status: 'refused', reason };
  };

  /** Undoes what was begun last: a command on its way is waited for, and nothing older is undone in its place. */
  async function undo(): Promise<RunResult> {
    const pending = [...running].at(-1);
    if (!pending || pending.order < (getEntries().at(-1)?.order ?? 0)) return undoLast();
    // Its own notice says why it failed.
    return (await pending.ended) ? undoLast() : { status: 'refused', reason: formatNoUndo(pending.title) };
  }

  /** Commands left to undo: one that was taken back in another way is passed over. */
  const getEntries = (): readonly UndoEntry[] => entries.filter(({ undo }) => undo?.isOver?.() !== true);

  async function undoLast(): Promise<RunResult> {
    if (getEntries().length < entries.length) setEntries(getEntries());
    const last = entries.at(-1);
    if (!last?.undo) return refuseUndo(last ? formatNoUndo(last.title) : nothingToUndo);
    const before = entries.slice(0, -1);
    setEntries(before);
    const logged = { id: undoCommandId, title: `Undo: ${last.title}`, args: [] };
    const isHere = watch();
    // The cursor comes back with its row, unless it is moved meanwhile.
    if (last.place !== null && options.getContext().focus.pane?.id === last.place.paneId) options.getServices().table?.expectRow(last.place.rowId);
    try {
      await last.undo.run();
      if (isHere())
        options.getServices().notices.show({ tone: 'success', message: last.subject ? `Undone: ${last.title} · ${last.subject}` : `Undone: ${last.title}` });
      if (isHere()) log(logged, { source: 'undo' }, 'undone');
      return { status: 'done', outcome: {} };
    } catch (thrown) {
      const failure = normalizeError(thrown);
      const message = `Couldn’t undo “${last.title}”. ${failure.message}`;
      // It can be tried again, and nothing older is undone in its place.
      if (isHere() && entries === before) setEntries([...entries, last]);
      if (isHere()) log(logged, { source: 'undo' }, 'failed', failure.message);
      if (isHere()) notifyFailure({ ...failure, message });
      return { status: 'failed', message };
    }
  }

  return {
    run,
    execute,
    undo,
    rerun: async (runId) => {
      const logged = await options
        .getServices()
        .log.find(runId)
        .catch(() => null);
      if (logged) return run(logged.commandId, { source: 'again', args: toArgText(logged.args) });
      options.getServices().notices.show({ tone: 'info', message: 'This command is no longer in the log' });
      return { status: 'refused', reason: 'This command is no longer in the log' };
    },
    getUndoable: () => {
      const last = getEntries().at(-1);
      return last ? { title: last.title, isFinal: last.undo === null } : null;
    },
    clearUndo: () => setEntries([]),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
