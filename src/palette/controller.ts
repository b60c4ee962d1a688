/** The palette outside of React: its flow with the dispatcher and the server's search behind it. */
import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { type Option, parseArg } from '#commands/core/args.ts';
import { checkAvailability } from '#commands/core/availability.ts';
import type { Command, NamedArg } from '#commands/core/command.ts';
import { type Dispatcher, isReviewRequired } from '#commands/core/dispatcher.ts';
import { createFailureNotice, toFailure } from '#commands/core/failure.ts';
import type { ArgText, Review, Source } from '#commands/core/outcome.ts';
import type { Parsed } from '#commands/core/parsed.ts';
import type { Registry } from '#commands/core/registry.ts';
import type { Services } from '#commands/core/services.ts';
import type { Context, FlowView } from '#commands/core/types.ts';
import { exclusiveScopes } from '#commands/keymap/resolve.ts';
import type { PaletteOpening, PaletteServices } from '#commands/palette/types.ts';
import type { Permission } from '#contract/core/permissions.ts';
import { type ChosenArg, type CommandRef, getReason, getRequestedArg, machine, userEvents } from '#machines/palette/index.ts';
import { getStateName } from '#machines/state.ts';
import type { ContextSource } from '../keys/context.ts';
import { createSignal } from '../store/store.ts';
import type { Frecency } from './frecency.ts';
import type { PaletteItem } from './items.ts';

/** Milliseconds a review that a link opened is shown before Enter accepts it: a key that is held, or meant for the page before, accepts nothing. */
const linkRestMs = 700;

interface PaletteOptions {
  readonly registry: Registry;
  readonly source: ContextSource;
  readonly dispatcher: () => Dispatcher;
  readonly services: () => Services;
  readonly frecency: Frecency;
  /** Remembers where the keyboard is, and returns the way to give it back. */
  readonly saveFocus: () => () => void;
  /** Returns the address of what is open beneath; null where there is none. */
  readonly getPlace: () => string | null;
}

type Snapshot = SnapshotFrom<typeof machine>;
/** Controller of the palette; `Palette.tsx` draws it. */
export interface PaletteController extends PaletteServices {
  /** Sources of the index (`library.ts`). */
  readonly parts: Pick<PaletteOptions, 'registry' | 'source' | 'frecency' | 'getPlace'>;
  /** Tells when somebody else is here. */
  onClear(listener: () => void): () => void;
  readonly actor: ReturnType<typeof createActor<typeof machine>>;
  /** The context the palette was opened in, with what changed since but the focus. */
  context(): Context;
  /** The same object while what can be done may be the same: who sits here, for which company, whether connected, and what is loaded of the company and in the panes. */
  getVersion(): unknown;
  onVersion(listener: () => void): () => void;
  /** Chooses a row: asks, reviews, runs; or shows why not. */
  choose(item: PaletteItem): void;
  /** The argument asked for now, with the values given before it. */
  getPendingArgument(): { readonly command: Command; readonly named: NamedArg; readonly given: ArgText } | null;
  /** The options of a list argument, or of a remote one for a query. */
  options(query: string, signal: AbortSignal): Promise<readonly Option<unknown>[]> | readonly Option<unknown>[];
  /** Reads a text argument as it is typed, without taking it. */
  read(text: string): Parsed<unknown> | null;
  /** Returns the full review of the command. */
  review(): Review | null;
  /** Says why Enter doesn't accept the review yet: a link asked for it, and it can't have been read. */
  getReviewDelay(): string | null;
  /** The permission for lack of which the chosen command can't run; null where something else is in the way. */
  getMissingPermission(): Permission | null;
  /** Takes one step back; at the first step of a command that was opened by its own key or button it closes. */
  stepBack(): void;
  /** Only what acts on the rows in focus is shown. */
  isOnRows(): boolean;
  /** Notes the address of the row that Enter would choose; null where it has none. */
  setLink(path: string | null): void;
  /** Closes it and forgets what was typed and shown: somebody else is here. */
  clear(): void;
  /** The flow, as commands see it. */
  view(): FlowView;
  subscribe(listener: () => void): () => void;
}

/** The arguments given, as text. */
export const toArgText = (given: readonly ChosenArg[]): ArgText =>
  Object.fromEntries(given.flatMap(({ name, value }) => (typeof value === 'string' ? [[name, value] as const] : [])));

/** A command as the flow knows it. */
function toCommandRef(command: Command, context: Context, registry: Registry, source: Source, depth = 0): CommandRef {
  const given = checkAvailability(command, context);
  const unblocker = !given.ok && given.unblock && depth === 0 ? registry.get(given.unblock.commandId) : undefined;
  return {
    id: command.id,
    title: command.title,
    args: command.args.map(({ name, arg }) => ({ name, label: arg.label, optional: arg.optional === true })),
    needsReview: command.hasReview || isReviewRequired(command, source),
    unavailable: given.ok ? null : given.reason,
    unblockedBy: unblocker ? toCommandRef(unblocker, context, registry, source, depth + 1) : null,
  };
}

/** Makes the palette. */
export function createPalette({ registry, source, dispatcher, services, frecency, saveFocus, getPlace }: PaletteOptions): PaletteController {
  const forgotten = createSignal();
  let giveBack: (() => void) | null = null;
  let focus: Context['focus'] | null = null;
  let came: Source = 'palette';
  /** The conversation that was written in when the command was chosen: while its words are typed another may come in its place. */
  let writtenIn: number | undefined;
  let onRows = false;
  let link: string | null = null;
  /** Arguments that a command opened by its own key or button began with; null where it was chosen in the palette. */
  let begunWith: number | null = null;
  let shown: Review | null = null;
  /** When the review came, by the clock of the page. */
  let shownAt = 0;
  let hasNothingToShow = false;
  /** Opening of the palette after the present command, once that has run. */
  let next: PaletteOpening | null = null;
  let hasRun = false;

  const prepare = (): void => {
    const now = source.get();
    frecency.enter(now.user?.id ?? null);
  };
  source.subscribe(prepare);

  let stood: readonly unknown[] = [];
  // The same object while nothing changed: what was answered in it holds for the next letter.
  let cached: { readonly from: Context; readonly context: Context } | null = null;
  /** Takes on what the pane beneath showed only after the palette was opened over it: its rows, and what can be done with them. */
  const adoptLoaded = (now: Context): void => {
    if (focus === null || focus.rows !== null || now.focus.rows === null || now.focus.pane?.id !== focus.pane?.id) return;
    const { rows, columns, isFiltered } = now.focus;
    focus = { ...focus, rows, columns, isFiltered, scopes: now.focus.scopes.filter((scope) => scope !== 'text' && !exclusiveScopes.includes(scope)) };
  };
  const context = (): Context => {
    const now = source.get();
    adoptLoaded(now);
    if (focus === null) return now;
    if (cached?.from !== now || cached.context.focus !== focus) cached = { from: now, context: { ...now, focus } };
    return cached.context;
  };
  const loadReview = async (id: string, given: readonly ChosenArg[]): Promise<Review> => {
    const command = registry.get(id);
    const review = command ? await command.review({ context: context(), args: toArgText(given), services: services() }) : null;
    hasNothingToShow = review === null && !(command && isReviewRequired(command, came));
    shownAt = performance.now();
    // A link says on what it acts, and where: whoever opens it hasn't chosen the row.
    const names = came === 'url' && command ? [command.detail(context()), context().company?.name].filter((name) => typeof name === 'string') : [];
    shown = review ?? { sentence: command?.title ?? id, count: names.length || 1, sample: names, skipped: [], verb: 'run it' };
    return shown;
  };

  const actor = createActor(
    machine.provide({
      actors: {
        parseArgument: fromPromise(async ({ input }) => {
          const named = registry.get(input.id)?.args.find(({ name }) => name === input.name);
          const read = named ? await parseArg(named.arg, input.text, context(), services(), toArgText(input.given)) : null;
          if (read?.ok === false && named?.arg.kind === 'search' && named.arg.create?.isAllowed(context()))
            return { value: await named.arg.create.run(input.text.trim(), services()), text: input.text.trim() };
          if (!read?.ok) throw { status: 422, code: 'argument', message: read?.error ?? 'Unknown argument' };
          return { value: input.text, text: input.text };
        }),
        countRows: fromPromise(({ input }) =>
          loadReview(input.id, input.given).catch((thrown: unknown) => {
            const failure = toFailure(thrown, services().supportEmail);
            services().notices.show(createFailureNotice(failure));
            throw failure;
          }),
        ),
        runCommand: fromPromise(async ({ input }) => {
          const outcome = await dispatcher().execute(input.id, {
            source: came,
            args: toArgText(input.given),
            words: Object.fromEntries(input.given.map(({ name, text }) => [name, text])),
            count: hasNothingToShow ? null : input.count,
            composerConversationId: writtenIn,
          });
          hasRun = true;
          return outcome;
        }),
      },
      actions: {
        rememberFocus: () => {
          if (focus) return;
          giveBack = saveFocus();
          focus = source.get().focus;
        },
        giveFocusBack: () => {
          focus = null;
          giveBack?.();
          giveBack = null;
        },
        // The dispatcher counts what it logs; choosing a quiet command here is a use, too.
        recordUse: (_, { id }) => {
          if (registry.get(id)?.quiet) frecency.record(id);
        },
      },
    }),
  );
  actor.subscribe((snapshot) => {
    // A review that is shown again after a refusal waits for the person.
    if (snapshot.matches({ open: 'reviewing' }) && hasNothingToShow && !snapshot.context.isRecount) actor.send({ type: 'review.accepted' });
  });
  actor.start();

  const getPendingArgument = (snapshot: Snapshot = actor.getSnapshot()) => {
    const ref = snapshot.matches({ open: 'asking' }) || snapshot.matches({ open: 'parsing' }) ? getRequestedArg(snapshot.context) : undefined;
    const command = snapshot.context.command && registry.get(snapshot.context.command.id);
    const named = ref && command?.args.find(({ name }) => name === ref.name);
    return command && named ? { command, named, given: toArgText(snapshot.context.given) } : null;
  };

  /** An argument's first text: what it is likely to be. */
  let lastArgument: string | null = null;
  actor.subscribe((snapshot) => {
    const now = getPendingArgument(snapshot);
    const key = now ? `${now.command.id} ${now.named.name}` : null;
    if (key === lastArgument) return;
    lastArgument = key;
    const initial = now?.named.arg.initial?.(context(), services(), now.given);
    const offer = (text: string | undefined) => {
      if (text !== undefined && lastArgument === key && actor.getSnapshot().context.text === '') actor.send({ type: 'argument.typed', text });
    };
    if (initial instanceof Promise) initial.then(offer).catch(() => undefined);
    else offer(initial);
  });

  /** The command chosen waits for something that ends by itself. */
  let isWaiting = false;
  const start = (command: Command, given: readonly ChosenArg[]): void => {
    writtenIn = source.get().composer?.conversationId;
    const available = checkAvailability(command, context());
    isWaiting = !available.ok && available.isTemporary === true;
    actor.send({ type: 'command.chosen', command: toCommandRef(command, context(), registry, came), given });
  };
  source.subscribe(() => {
    const ref = actor.getSnapshot().context.command;
    if (!actor.getSnapshot().matches({ open: 'blocked' }) || ref === null) return;
    const command = registry.get(ref.id);
    const given = command && checkAvailability(command, context());
    // Any other reason is the user's to do something about, and then to choose again.
    if (!command || !isWaiting || (given?.ok === false && given.isTemporary)) return;
    isWaiting = false;
    actor.send({ type: 'block.ended', command: toCommandRef(command, context(), registry, came) });
  });
  const getValueTitle = (arg: NamedArg['arg'], id: string, args: ArgText): string | undefined => {
    if (arg.kind === 'list') return arg.options(context(), args).find((option) => option.id === id)?.title;
    return arg.kind === 'search' ? arg.getName?.(id, context()) : undefined;
  };
  /** `title` is that of the row chosen: what its one argument is called. */
  const listGiven = (command: Command, args: ArgText, title?: string): ChosenArg[] =>
    command.args.flatMap(({ name, arg }) => {
      const value = args[name];
      return value === undefined ? [] : [{ name, value, text: title ?? getValueTitle(arg, value, args) ?? value }];
    });

  const open = (opening: PaletteOpening = {}): void => {
    prepare();
    onRows = opening.onRows ?? false;
    came = opening.command?.source ?? 'palette';
    const command = opening.command && registry.get(opening.command.id);
    begunWith = null;
    if (command) {
      begunWith = listGiven(command, opening.command?.args ?? {}).length;
      if (actor.getSnapshot().matches('open')) actor.send({ type: 'palette.closed' });
      [next, hasRun] = [opening.next ?? null, false];
      focus = source.get().focus;
      giveBack = saveFocus();
      start(command, listGiven(command, opening.command?.args ?? {}));
    } else actor.send({ type: 'palette.opened', ...(opening.query === undefined ? {} : { query: opening.query }) });
  };

  actor.subscribe((snapshot) => {
    if (!snapshot.matches('closed') || next === null) return;
    const [wanted, isDue] = [next, hasRun];
    next = null;
    // After the keyboard is back where it was: the next one gives it back there, too.
    if (isDue) queueMicrotask(() => open(wanted));
  });

  return {
    parts: { registry, source, frecency, getPlace },
    onClear: forgotten.subscribe,
    actor,
    context,
    getVersion: () => {
      const { user, company, permissions, online, companies, numbers, tags, open, flows } = context();
      const shows = [focus?.rows?.kind, ...Object.keys(open), ...Object.keys(flows)].join(' ');
      const now = [user, company?.id, company?.role, permissions, online, companies, numbers, tags, shows];
      if (now.some((part, at) => part !== stood[at])) stood = now;
      return stood;
    },
    onVersion: source.subscribe,
    open,
    close: () => actor.send({ type: 'palette.closed' }),
    isOpen: () => actor.getSnapshot().matches('open'),
    choose: (item) => {
      const command = registry.get(item.run.commandId);
      begunWith = null;
      if (command) start(command, listGiven(command, item.run.args, item.title));
    },
    getPendingArgument,
    options: (query, signal) => {
      const now = getPendingArgument();
      if (!now) return [];
      if (now.named.arg.kind === 'list') return now.named.arg.options(context(), now.given);
      return now.named.arg.kind === 'search' ? now.named.arg.search(context(), services(), query, signal, now.given) : [];
    },
    read: (text) => {
      const now = getPendingArgument();
      return now?.named.arg.kind === 'text' && text.trim() !== '' ? now.named.arg.parse(text, context()) : null;
    },
    review: () => shown,
    getReviewDelay: () => (came === 'url' && performance.now() - shownAt < linkRestMs ? 'Read what this link does, then press Enter again' : null),
    getMissingPermission: () => {
      const permission = registry.get(actor.getSnapshot().context.command?.id ?? '')?.permission ?? null;
      const { company, permissions } = context();
      return permission === null || company === null || permissions.has(permission) ? null : permission;
    },
    stepBack: () => {
      const snapshot = actor.getSnapshot();
      const isStep = ['asking', 'blocked', 'reviewing', 'failed'].some((state) => getStateName(snapshot) === `open.${state}`);
      const isFirst = begunWith !== null && snapshot.context.given.length <= begunWith;
      actor.send({ type: isStep && !isFirst ? 'step.undone' : 'palette.closed' });
    },
    isOnRows: () => onRows,
    setLink: (path) => {
      link = path;
    },
    copyLink: async () => {
      if (link === null) throw new Error('Choose a row first');
      return services().clipboard.copyLink(link);
    },
    clear: () => {
      [giveBack, focus, shown, cached] = [null, null, null, null];
      forgotten.notify();
      actor.send({ type: 'person.changed' });
    },
    view: () => {
      const whyNot = (type: string): string | null => {
        const event = userEvents.find((known) => known === type);
        return event === undefined ? 'Unknown option' : getReason(actor.getSnapshot(), event);
      };
      return { state: getStateName(actor.getSnapshot()), canAccept: (type) => whyNot(type) === null, getReason: whyNot };
    },
    subscribe: (listener) => {
      const { unsubscribe } = actor.subscribe(listener);
      return unsubscribe;
    },
  };
}
