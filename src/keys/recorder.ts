/** Choosing a new key for a command: press it, see what it clashes with, keep it. Pure of React. */

import { createFailureNotice, toFailure } from '#commands/core/failure.ts';
import type { Registry } from '#commands/core/registry.ts';
import type { Services } from '#commands/core/services.ts';
import type { Binding } from '#commands/keymap/binding.ts';
import type { Clock } from '#commands/keymap/chord.ts';
import { findConflicts } from '#commands/keymap/effectiveKeymap.ts';
import { createSignal } from '../store/store.ts';
import type { ContextSource } from './context.ts';
import type { KeyLayer } from './layer.ts';

/** State of the recorder: keys are being pressed, or shown with the bindings they clash with. */
export interface Recording {
  readonly commandId: string;
  readonly title: string;
  readonly keys: string;
  readonly phase: 'pressing' | 'shown';
  readonly clashes: readonly { readonly keys: string; readonly title: string }[];
}
export interface Recorder {
  get(): Recording | null;
  subscribe(listener: () => void): () => void;
  start(commandId: string): void;
  cancel(): void;
}

/** A pause this long ends the keys (ms): longer than between two keys of a chord, short enough not to be waited for. */
const pauseMs = 900;
const maxSteps = 3;

export interface RecorderOptions {
  readonly registry: Registry;
  readonly source: ContextSource;
  readonly keys: Pick<KeyLayer, 'capture' | 'get'>;
  readonly services: () => Services;
  readonly clock: Clock;
}

/** Makes the recorder. */
export function createRecorder({ registry, source, keys, services, clock }: RecorderOptions): Recorder {
  let state: Recording | null = null;
  let release: (() => void) | null = null;
  let timer: number | null = null;
  const updated = createSignal();
  const set = (next: Recording | null): void => {
    state = next;
    updated.notify();
  };
  const stopTimer = (): void => {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
  };
  const cancel = (): void => {
    stopTimer();
    release?.();
    release = null;
    set(null);
  };
  const getTitle = ({ keys: shown, command }: Binding) => ({ keys: shown, title: registry.get(command)?.title ?? command });

  const show = (): void => {
    stopTimer();
    if (!state || state.keys === '') return;
    const scopes = registry.get(state.commandId)?.scopes ?? [];
    const clashes = [
      ...new Map(
        findConflicts(keys.get(), state.commandId, state.keys, scopes).map((binding) => [`${binding.keys} ${binding.command}`, getTitle(binding)]),
      ).values(),
    ];
    set({ ...state, phase: 'shown', clashes });
  };

  /** Saves; what the key belonged to before keeps its other keys. */
  const save = async (chosen: Recording, taken: readonly string[]): Promise<void> => {
    const { keymap } = source.get();
    const effective = keys.get();
    const losers = findConflicts(effective, chosen.commandId, chosen.keys, registry.get(chosen.commandId)?.scopes ?? []).map(({ command }) => command);
    const without = Object.fromEntries(
      [...new Set(losers)].map((id) => [
        id,
        effective.getKeys(id).filter((each) => each !== chosen.keys && !`${chosen.keys} `.startsWith(`${each} `) && !`${each} `.startsWith(`${chosen.keys} `)),
      ]),
    );
    try {
      await services().preferences.saveKeymap({ ...keymap, overrides: { ...keymap.overrides, ...without, [chosen.commandId]: [...taken] } });
      services().notices.show({ tone: 'success', message: taken.length > 0 ? `“${chosen.title}” shortcut changed` : `“${chosen.title}” shortcut removed` });
    } catch (thrown) {
      services().notices.show(createFailureNotice(toFailure(thrown, services().supportEmail)));
    }
  };

  const handleStep = (step: string): void => {
    if (!state) return;
    if (step === 'escape') {
      cancel();
      return;
    }
    if (state.phase === 'pressing') {
      const steps = state.keys === '' ? [step] : [...state.keys.split(' '), step];
      stopTimer();
      set({ ...state, keys: steps.join(' ') });
      if (steps.length >= maxSteps) show();
      else timer = clock.setTimeout(show, pauseMs);
      return;
    }
    const chosen = state;
    if (step === 'backspace') set({ ...chosen, keys: '', phase: 'pressing', clashes: [] });
    if (step !== 'enter' && step !== 'delete') return;
    cancel();
    void save(chosen, step === 'enter' ? [chosen.keys] : []);
  };

  return {
    get: () => state,
    subscribe: updated.subscribe,
    start: (commandId) => {
      cancel();
      const title = registry.get(commandId)?.title ?? commandId;
      release = keys.capture(handleStep);
      set({ commandId, title, keys: '', phase: 'pressing', clashes: [] });
    },
    cancel,
  };
}
