import { type RefObject, useEffect } from 'react';

/** Moves focus into content that loads into a focused but empty place, such as a pane. */
export function useTakesFocus(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = document.activeElement;
    // The person has moved on to another place; the browser's focus follows them with the next frame.
    if (place instanceof HTMLElement && place.dataset.focused === 'false') return;
    if (place instanceof HTMLElement && place !== document.body && place.tabIndex < 0 && place.contains(ref.current))
      ref.current?.focus({ preventScroll: true });
  }, [ref]);
}
