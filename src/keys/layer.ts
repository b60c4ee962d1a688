/** From a press to a command. Presses come from the one listener of the window, in `listener.ts`; no other module listens for them. */

import type { Command } from '#commands/core/command.ts';
import type { Dispatcher } from '#commands/core/dispatcher.ts';
import type { Registry } from '#commands/core/registry.ts';
import type { Context, Scope } from '#commands/core/types.ts';
import type { Binding } from '#commands/keymap/binding.ts';
import { type Chord, type Clock, createChord } from '#commands/keymap/chord.ts';
import { createEffectiveKeymap, type EffectiveKeymap } from '#commands/keymap/effectiveKeymap.ts';
import { isCharacterStep, type Keystroke, type Platform, toStep } from '#commands/keymap/keys.ts';
import { type Continuation, exclusiveScopes, type KeyResolution, listContinuations, resolveKeys, toBindingCondition } from '#commands/keymap/resolve.ts';
import { match } from '#commands/keymap/tree.ts';
import type { Patience, StartPatience } from '../api/idle.ts';
import type { ContextSource, KeymapSource } from './context.ts';
import { createKeyBuffer } from './keyBuffer.ts';

/** A press of the browser, and what it can be stopped from doing. */
export interface KeyPress extends Keystroke {
  readonly repeat: boolean;
  /** Milliseconds, of any one clock. */
  readonly timeStamp: number;
  readonly target: EventTarget | null;
  preventDefault(): void;
  stopPropagation(): void;
}

export interface KeyLayerOptions {
  readonly registry: Registry;
  readonly source: ContextSource;
  readonly dispatcher: Pick<Dispatcher, 'run'>;
  readonly clock: Clock;
  readonly startPatience: StartPatience;
  readonly platform: Platform;
  /** Tells why a key cannot act here. */
  readonly notify: (reason: string) => void;
  /** Returns the target of keys that is still loading, in words: "The company", "The pane"; null when all is there. */
  readonly getPendingTarget: () => PendingTarget | null;
  /** Presses again what was held, where the keyboard is now; it comes back to `press`. */
  readonly replay: (event: KeyPress) => void;
}

/** Target that is still loading. `isPane`: the workspace around it is there, and its own keys act at once. */
export interface PendingTarget {
  readonly name: string;
  readonly isPane: boolean;
}

/** A pause that ends what was typed behind a refused key. */
const swallowMs = 700;
/** Time in which a page at rest gives a field the keyboard, once its command has run and its pane is there. */
const fieldPatienceMs = 600;

/** Methods of the key layer that the app uses. */
export interface KeyLayer extends KeymapSource {
  /** Hears a press; stops it when it was meant for a command. */
  press(event: KeyPress): void;
  /** Takes a press that was stopped before there was a layer; it is played in its turn, where the keyboard is then. */
  hold(event: KeyPress): void;
  readonly chord: Chord;
  /** Returns the keys that may follow the chord that is started. */
  continuations(): readonly Continuation[];
  /** Sends all presses to `take` until the returned function is called: choosing a new key. */
  capture(take: (step: string) => void): () => void;
  /** Lets go what waits: somebody else is here. */
  clear(): void;
}

const outerScopes: readonly Scope[] = ['workspace', 'global'];
const isTyped = (step: string): boolean => isCharacterStep(step) || step === 'enter' || step === 'backspace';
/** Checks whether a command that runs by this binding puts the keyboard into a field, its own or that of an argument. */
const opensField = (command: Command, args: object = {}): boolean =>
  command.opensField || command.args.some(({ name, arg }) => !arg.optional && !Object.hasOwn(args, name));

const isSwitchingCompany = ({ flows }: Context): boolean => flows.companySwitch?.state === 'clearing' || flows.companySwitch?.state === 'refreshing';

/** Makes the key layer. Knows no DOM: `press` is called by the listener. */
export function createKeyLayer(options: KeyLayerOptions): KeyLayer {
  const { registry, source } = options;
  const chord = createChord(options.clock);
  let longer: readonly Binding[] = [];
  let taker: ((step: string) => void) | null = null;
  let cachedKeymap: { saved: Context['keymap']; shipped: readonly Binding[]; keymap: EffectiveKeymap } | null = null;

  const get = (): EffectiveKeymap => {
    const saved = source.get().keymap;
    const shipped = registry.bindings;
    if (cachedKeymap?.saved !== saved || cachedKeymap.shipped !== shipped) cachedKeymap = { saved, shipped, keymap: createEffectiveKeymap(saved, registry) };
    return cachedKeymap.keymap;
  };
  const stop = (event: KeyPress): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const endChord = (): void => {
    longer = [];
    chord.end();
  };

  /** The press that is played now, in place of the one that comes for it. */
  let played: KeyPress | null = null;
  /** The command that opens a field: until it has run its letters wait, however slow the line is; then a while more, once its pane is there. */
  let pendingField: { hasRun: boolean; patience: Patience | null } | null = null;
  let typedUntil = Number.NEGATIVE_INFINITY;
  /** The chord that had begun when the first press was held. */
  let chordBefore: readonly string[] = [];
  const getTime = (event: KeyPress): number => (played ?? event).timeStamp;
  /** Swallows keys typed right behind: they were meant for a field that does not open. */
  const swallowFrom = (at: number): void => {
    typedUntil = at + swallowMs;
  };
  const isTyping = (): boolean => source.get().focus.scopes.some((scope) => scope === 'text' || exclusiveScopes.includes(scope));

  /** A field that a key has asked for has the keyboard, or will not have it. */
  const getPendingField = (): PendingTarget | null => {
    if (pendingField?.hasRun) {
      pendingField.patience ??= options.startPatience(fieldPatienceMs);
      if (isTyping() || pendingField.patience.isOver()) pendingField = null;
    }
    return pendingField === null ? null : { name: 'The field', isPane: false };
  };
  /** A press waits for the areas whose commands are not there yet. */
  let awaitsAreas = false;
  const getPendingAreas = (): PendingTarget | null => {
    if (registry.completed === null) awaitsAreas = false;
    return awaitsAreas ? { name: 'The app', isPane: false } : null;
  };
  const getPendingTarget = (): PendingTarget | null => {
    const around = options.getPendingTarget();
    if (around !== null && pendingField !== null) pendingField.patience = null;
    return around ?? getPendingField() ?? getPendingAreas();
  };

  const keyBuffer = createKeyBuffer<KeyPress>({
    clock: options.clock,
    getPendingTarget: () => getPendingTarget()?.name ?? null,
    play: (event) => {
      if (chordBefore.length > 0) chord.setSteps(chordBefore);
      chordBefore = [];
      played = event;
      options.replay(event);
      played = null;
    },
    onDropped: (what, last) => {
      chordBefore = [];
      pendingField = null;
      awaitsAreas = false;
      endChord();
      swallowFrom(last.timeStamp);
      options.notify(`${what} took too long to load. Your keystrokes were ignored. Try again.`);
    },
  });

  const act = (event: KeyPress, { binding, answer }: Extract<KeyResolution, { kind: 'command' }>): void => {
    stop(event);
    const command = registry.get(binding.command);
    if (!command || (event.repeat && !command.repeats)) return;
    if (isSwitchingCompany(source.get()) && binding.in !== 'anywhere') return;
    const args = binding.args ? { args: binding.args } : {};
    const at = getTime(event);
    const opens = opensField(command, binding.args);
    if (opens && !answer.ok) swallowFrom(at);
    const opening: typeof pendingField = opens && answer.ok ? { hasRun: false, patience: null } : null;
    pendingField = opening ?? pendingField;
    void options.dispatcher.run(binding.command, { source: 'key', binding: toBindingCondition(binding), ...args }).then(({ status }) => {
      if (opening === null) return;
      opening.hasRun = true;
      opening.patience = options.startPatience(fieldPatienceMs);
      if (status !== 'refused' && status !== 'failed') return;
      if (pendingField === opening) pendingField = null;
      swallowFrom(at);
    });
  };

  /** Checks whether a press may be a key of an area whose commands are on their way: it means nothing to those that are there, or its place is not theirs. */
  const isOfComingArea = (step: string): boolean => {
    if (registry.completed === null || isTyping() || !(isTyped(step) || chord.steps().length > 0)) return false;
    const context = source.get();
    const { scopes } = context.focus;
    if (context.user === null) return false;
    const isAtHome = scopes.every((scope) => registry.bindings.some((binding) => binding.scope === scope));
    const { kind } = resolveKeys(get(), registry, context, scopes, [...chord.steps(), step]);
    return !isAtHome || (kind !== 'command' && kind !== 'chord');
  };

  /** Checks whether a press has to wait: what it is meant for is on its way, or others wait before it. The browser keeps its own keys. */
  const isDeferred = (step: string): boolean => {
    if (played !== null) return false;
    const isBound = (steps: readonly string[]) => match(get().tree, steps).kind !== 'none';
    const isOurs = isTyped(step) || step === 'escape' || isBound([...chord.steps(), step]);
    // Behind keys that wait, the chord that is being played is not the one this press follows.
    if (keyBuffer.isBuffering()) return isOurs || isBound([step]);
    if (isOfComingArea(step)) {
      awaitsAreas = true;
      return true;
    }
    const coming = getPendingTarget();
    if (coming === null || !isOurs || isTyping()) return false;
    const context = source.get();
    const resolution = resolveKeys(get(), registry, context, context.focus.scopes, [...chord.steps(), step]);
    const meant = resolution.kind === 'command' ? [resolution.binding] : resolution.kind === 'chord' ? resolution.longer : [];
    if (meant.some((binding) => binding.in === 'anywhere')) return false;
    return !(coming.isPane && meant.length > 0 && meant.every(({ scope }) => outerScopes.includes(scope)));
  };

  const isSwallowed = (event: KeyPress, step: string): boolean => {
    const at = getTime(event);
    if (at > typedUntil || isTyping()) return false;
    if (isTyped(step)) swallowFrom(at);
    else typedUntil = Number.NEGATIVE_INFINITY;
    return isTyped(step);
  };

  const hold = (event: KeyPress): void => {
    if (!keyBuffer.isBuffering()) chordBefore = chord.steps();
    keyBuffer.push(event);
  };

  const press = (event: KeyPress): void => {
    const step = toStep(event, options.platform);
    if (step === null) return;
    if (taker) {
      stop(event);
      if (!event.repeat) taker(step);
      return;
    }
    if (isDeferred(step)) {
      stop(event);
      if (!event.repeat) hold(event);
      return;
    }
    if (isSwallowed(event, step)) stop(event);
    else handleStep(event, step);
  };

  const handleStep = (event: KeyPress, step: string): void => {
    const before = chord.steps();
    if (before.length > 0 && step === 'escape') {
      stop(event);
      endChord();
      return;
    }
    const context = source.get();
    const steps = [...before, step];
    const resolution = resolveKeys(get(), registry, context, context.focus.scopes, steps);
    if (resolution.kind === 'chord') {
      stop(event);
      longer = resolution.longer;
      chord.setSteps(steps);
      return;
    }
    // A chord that leads nowhere takes its last key with it: what was meant as its end must not do something else.
    if (before.length > 0) stop(event);
    endChord();
    if (resolution.kind === 'command') act(event, resolution);
    else if (resolution.kind === 'stray' && !event.repeat) {
      stop(event);
      if (opensField(resolution.command)) swallowFrom(getTime(event));
      options.notify(resolution.reason);
    }
  };

  return {
    press,
    hold,
    chord,
    get,
    continuations: () => (chord.steps().length === 0 ? [] : listContinuations(longer, chord.steps(), registry, source.get())),
    capture: (take) => {
      endChord();
      taker = take;
      return () => {
        if (taker === take) taker = null;
      };
    },
    clear: () => {
      keyBuffer.clear();
      chordBefore = [];
      pendingField = null;
      awaitsAreas = false;
      typedUntil = Number.NEGATIVE_INFINITY;
      endChord();
    },
  };
}
