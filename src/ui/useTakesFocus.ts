import { type RefObject, useEffect } from 'react';

/** What comes into a place that has the keyboard only as a place (a pane that was still empty) takes it over. */
export function useTakesFocus(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = document.activeElement;
    // The person has moved on to another place; the browser's focus follows them with the next frame.
    if (place instanceof HTMLElement && place.dataset.focused === 'false') return;
    if (place instanceof HTMLElement && place !== document.body && place.tabIndex < 0 && place.contains(ref.current))
      ref.current?.focus({ preventScroll: true });
  }, [ref]);
}
