/** From a press to a command. Presses come from the one listener of the window, in `listener.ts`; no other module listens for them. */
import type { Dispatcher } from '#commands/dispatcher.ts';
import { type Chord, type Clock, createChord } from '#commands/keymap/chord.ts';
import type { Binding } from '#commands/keymap/default.ts';
import { type EffectiveKeymap, effectiveKeymap } from '#commands/keymap/effective.ts';
import { type Platform, type Press, stepOf } from '#commands/keymap/keys.ts';
import { type Continuation, continuations, hear, narrowingOf } from '#commands/keymap/resolve.ts';
import type { Registry } from '#commands/registry.ts';
import type { Context, Scope } from '#commands/types.ts';
import type { ContextSource, KeymapSource } from './context.ts';

/** A press of the browser, and what it can be stopped from doing. */
export interface KeyPress extends Press {
  readonly repeat: boolean;
  readonly target: EventTarget | null;
  preventDefault(): void;
  stopPropagation(): void;
}

export interface KeyLayerOptions {
  readonly registry: Registry;
  readonly source: ContextSource;
  readonly dispatcher: Pick<Dispatcher, 'run'>;
  readonly clock: Clock;
  readonly platform: Platform;
  /** Tells why a key cannot act here. */
  readonly tell: (reason: string) => void;
  /** Whether Enter, Space or an arrow belongs to the control that has focus (a button, a tab, a menu). */
  readonly ownsKey: (target: EventTarget | null, step: string) => boolean;
}

/** What the app uses of the keys. */
export interface KeyLayer extends KeymapSource {
  /** Hears a press; stops it when it was meant for a command. */
  press(event: KeyPress): void;
  readonly chord: Chord;
  /** What may follow the chord that is started. */
  continuations(): readonly Continuation[];
  /** Sends all presses to `take` until the returned function is called: choosing a new key. */
  capture(take: (step: string) => void): () => void;
  /** The keys to show for a command, the first it has; undefined when it has none. */
  keysOf(commandId: string): string | undefined;
}

const isHeld = ({ flows }: Context): boolean => flows.companySwitch?.state === 'clearing' || flows.companySwitch?.state === 'refreshing';

/** Makes the key layer. Knows no DOM: `press` is called by the listener. */
export function createKeyLayer(options: KeyLayerOptions): KeyLayer {
  const { registry, source } = options;
  const chord = createChord(options.clock);
  let longer: readonly Binding[] = [];
  let taker: ((step: string) => void) | null = null;
  let made: { saved: Context['keymap']; keymap: EffectiveKeymap } | null = null;

  const get = (): EffectiveKeymap => {
    const saved = source.get().keymap;
    if (made?.saved !== saved) made = { saved, keymap: effectiveKeymap(saved, (id): readonly Scope[] => registry.get(id)?.scopes ?? ['workspace']) };
    return made.keymap;
  };
  const stop = (event: KeyPress): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const endChord = (): void => {
    longer = [];
    chord.end();
  };

  const act = (event: KeyPress, binding: Binding): void => {
    stop(event);
    const command = registry.get(binding.command);
    if (!command || (event.repeat && !command.repeats)) return;
    if (isHeld(source.get()) && binding.in !== 'anywhere') return;
    const args = binding.args ? { args: binding.args } : {};
    void options.dispatcher.run(binding.command, { source: 'key', binding: narrowingOf(binding), ...args });
  };

  const press = (event: KeyPress): void => {
    const step = stepOf(event, options.platform);
    if (step === null) return;
    if (taker) {
      stop(event);
      if (!event.repeat) taker(step);
      return;
    }
    const before = chord.steps();
    if (before.length > 0 && step === 'escape') {
      stop(event);
      endChord();
      return;
    }
    if (before.length === 0 && options.ownsKey(event.target, step)) return;
    const context = source.get();
    const steps = [...before, step];
    const heard = hear(get(), registry, context, context.focus.scopes, steps);
    if (heard.kind === 'chord') {
      stop(event);
      longer = heard.longer;
      chord.hold(steps);
      return;
    }
    // A chord that leads nowhere takes its last key with it: what was meant as its end must not do something else.
    if (before.length > 0) stop(event);
    endChord();
    if (heard.kind === 'command') act(event, heard.binding);
    else if (heard.kind === 'stray' && !event.repeat) {
      stop(event);
      options.tell(heard.reason);
    }
  };

  return {
    press,
    chord,
    get,
    continuations: () => (chord.steps().length === 0 ? [] : continuations(longer, chord.steps(), registry, source.get())),
    capture: (take) => {
      endChord();
      taker = take;
      return () => {
        if (taker === take) taker = null;
      };
    },
    keysOf: (commandId) => get().keysOf(commandId)[0],
  };
}
