import { type RefObject, useEffect, useRef } from 'react';

/** Moves the keyboard, but out of a field over the panes in which somebody types: what has loaded beneath it takes it from nobody. */
function moveFocus(focus: () => void): void {
  const before = document.activeElement;
  const overlay = before?.closest('[data-keeps-focus]') ?? null;
  focus();
  if (overlay !== null && before instanceof HTMLElement && !overlay.contains(document.activeElement)) before.focus({ preventScroll: true });
}

/** Moves the keyboard for a reason, once: a view that comes back to the front runs its effects again and takes the keyboard from nobody. */
export function useFocusOn(reason: unknown, focus: () => void): void {
  const last = useRef<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reason says when
  useEffect(() => {
    if (last.current === reason) return;
    last.current = reason;
    if (reason !== null) moveFocus(focus);
  }, [reason]);
}

/** The keyboard is here once this is on screen and hears what is typed. Again when another element is pointed at. */
export function useStartsWithFocus(ref: RefObject<HTMLElement | null>): void {
  useFocusOn(ref, () => ref.current?.focus());
}
