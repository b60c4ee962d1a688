/** Tells of the field that holds what is typed for another that is still coming (`keystrokeBuffer.ts`, which comes with the composer). */

const findBuffer = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-kept-text] textarea');

/** Checks whether letters are held for a field that is still coming. */
export const isBuffering = (): boolean => document.activeElement !== null && document.activeElement === findBuffer();

/** Takes the keyboard from the field that holds; what was typed is kept. False when it was not there. */
export function leaveBuffer(): boolean {
  const wasBuffering = isBuffering();
  if (wasBuffering) findBuffer()?.blur();
  return wasBuffering;
}
