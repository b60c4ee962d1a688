import { type RefObject, useEffect, useRef } from 'react';

/** Moves the keyboard for a reason, once: a view that comes back to the front runs its effects again and takes the keyboard from nobody. */
export function useFocusOn(reason: unknown, focus: () => void): void {
  const last = useRef<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reason says when
  useEffect(() => {
    if (last.current === reason) return;
    last.current = reason;
    if (reason !== null) focus();
  }, [reason]);
}

/** The keyboard is here once this is on screen and hears what is typed. Again when another element is pointed at. */
export function useStartsWithFocus(ref: RefObject<HTMLElement | null>): void {
  useFocusOn(ref, () => ref.current?.focus());
}
