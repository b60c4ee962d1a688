/** Presses that come too early: kept in order and played where the keyboard is then, all of them or none. */
import type { Clock } from '#commands/keymap/chord.ts';

/** Limits of held presses: how long and how many wait, and how often the layer checks whether they still have to. */
export const heldLimits = { waitMs: 4_000, presses: 64, lookMs: 16 } as const;

interface HeldKeysOptions<Press> {
  readonly clock: Clock;
  /** Returns the name of the target that is still loading; null when none is. */
  readonly awaited: () => string | null;
  readonly play: (press: Press) => void;
  /** All that waited was let go, for this. */
  readonly onDropped: (awaited: string, last: Press) => void;
}

interface HeldKeys<Press> {
  isHolding(): boolean;
  hold(press: Press): void;
  /** Lets all go, without a word. */
  forget(): void;
}

/** Makes the queue. Each press waits until what the one before asked for is there, so that letters land in the field a key has opened. */
export function createHeldKeys<Press>({ clock, awaited, play, onDropped }: HeldKeysOptions<Press>): HeldKeys<Press> {
  let held: Press[] = [];
  let isLooking = false;
  let waited = 0;

  const drop = (what: string): void => {
    const last = held.at(-1);
    held = [];
    if (last !== undefined) onDropped(what, last);
  };
  const look = (): void => {
    isLooking = false;
    const what = awaited();
    if (what === null) {
      waited = 0;
      const [next] = held;
      if (next !== undefined) play(next);
      held = held.slice(1);
    } else {
      waited += heldLimits.lookMs;
      if (waited >= heldLimits.waitMs) drop(what);
    }
    lookSoon();
  };
  const lookSoon = (): void => {
    if (held.length === 0) waited = 0;
    else if (!isLooking) clock.setTimeout(look, heldLimits.lookMs);
    isLooking = held.length > 0;
  };
  return {
    isHolding: () => held.length > 0,
    hold: (press) => {
      held.push(press);
      if (held.length > heldLimits.presses) drop(awaited() ?? 'What was asked for');
      lookSoon();
    },
    forget: () => {
      held = [];
      waited = 0;
    },
  };
}
