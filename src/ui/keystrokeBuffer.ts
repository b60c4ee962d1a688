/** Holds what a person types while the field it is meant for is still coming, so that no letter is lost or taken for a command. */
import { registerStore } from '../store/sessionStores.ts';

interface TypeAhead {
  /** Checks whether the keyboard is still held. */
  isHere(): boolean;
  /** Aborted when the keyboard goes elsewhere. */
  readonly left: AbortSignal;
  /** Returns the text typed so far, and whether the keyboard has gone elsewhere since; ends the holding. */
  take(): { readonly typed: string; readonly isLeft: boolean };
}

let holding: HTMLTextAreaElement | null = null;
registerStore('typing ahead', () => {
  if (holding) holding.value = '';
  holding?.remove();
  holding = null;
});

/** Checks whether letters are held for a field that is still coming. */
export const isHeld = (): boolean => holding !== null && document.activeElement === holding;

/** Takes the keyboard from the field that holds; what was typed is kept. False when it was not there. */
export function leaveHeld(): boolean {
  const wasHeld = isHeld();
  if (wasHeld) holding?.blur();
  return wasHeld;
}

/** Begins to hold. The keyboard goes to a field that nobody sees, until `take`, or until the person goes on elsewhere. */
export function bufferKeystrokes(label: string): TypeAhead {
  const field = document.createElement('textarea');
  field.className = 'sr-only';
  field.setAttribute('aria-label', label);
  document.body.append(field);
  holding = field;
  field.focus({ preventScroll: true });
  const isHere = () => document.activeElement === field;
  const left = new AbortController();
  // A window that loses the keyboard keeps the field.
  field.addEventListener('blur', () => isHere() || left.abort());
  return {
    isHere,
    left: left.signal,
    take: () => {
      const taken = { typed: field.value, isLeft: !isHere() };
      field.remove();
      return taken;
    },
  };
}
