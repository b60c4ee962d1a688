import { type RefObject, useEffect } from 'react';

/** The keyboard is here once this is on screen and hears what is typed. Again when another element is pointed at. */
export function useStartsWithFocus(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => ref.current?.focus(), [ref]);
}
