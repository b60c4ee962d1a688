/** Presses that come too early: kept in order and played where the keyboard is then, all of them or none. */
import type { Clock } from '#commands/keymap/chord.ts';

/** Limits of held presses: how long and how many wait, and how often the layer checks whether they still have to. */
export const keyBufferLimits = { waitMs: 4_000, presses: 64, lookMs: 16 } as const;

interface KeyBufferOptions<Press> {
  readonly clock: Clock;
  /** Returns the name of the target that is still loading; null when none is. */
  readonly getPendingTarget: () => string | null;
  readonly play: (press: Press) => void;
  /** All that waited was let go, for this. */
  readonly onDropped: (awaited: string, last: Press) => void;
}

interface KeyBuffer<Press> {
  isBuffering(): boolean;
  push(press: Press): void;
  /** Lets all go, without a word. */
  clear(): void;
}

/** Makes the queue. Each press waits until what the one before asked for is there, so that letters land in the field a key has opened. */
export function createKeyBuffer<Press>({ clock, getPendingTarget, play, onDropped }: KeyBufferOptions<Press>): KeyBuffer<Press> {
  let buffered: Press[] = [];
  let isScheduled = false;
  let waited = 0;

  const drop = (what: string): void => {
    const last = buffered.at(-1);
    buffered = [];
    if (last !== undefined) onDropped(what, last);
  };
  const check = (): void => {
    isScheduled = false;
    const what = getPendingTarget();
    if (what === null) {
      waited = 0;
      const [next] = buffered;
      if (next !== undefined) play(next);
      buffered = buffered.slice(1);
    } else {
      waited += keyBufferLimits.lookMs;
      if (waited >= keyBufferLimits.waitMs) drop(what);
    }
    scheduleCheck();
  };
  const scheduleCheck = (): void => {
    if (buffered.length === 0) waited = 0;
    else if (!isScheduled) clock.setTimeout(check, keyBufferLimits.lookMs);
    isScheduled = buffered.length > 0;
  };
  return {
    isBuffering: () => buffered.length > 0,
    push: (press) => {
      buffered.push(press);
      if (buffered.length > keyBufferLimits.presses) drop(getPendingTarget() ?? 'What was asked for');
      scheduleCheck();
    },
    clear: () => {
      buffered = [];
      waited = 0;
    },
  };
}
