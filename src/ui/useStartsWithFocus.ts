import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** The keyboard is in a field once the field hears what is typed: what reaches one that does not follow its flow yet would be lost. Again when another field is pointed at. */
export function useStartsWithFocus(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => ref.current?.focus(), [ref]);
}

/** The keyboard is on a button in the same task in which it comes on screen: an Enter at the sight of it is not lost. */
export function useStartsOnButton(ref: RefObject<HTMLButtonElement | null>): void {
  useLayoutEffect(() => ref.current?.focus(), [ref]);
}
