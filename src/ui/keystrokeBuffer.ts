/** Holds what a person types while the field it is meant for is still coming, so that no letter is lost or taken for a command. */
import { registerStore } from '../store/sessionStores.ts';
import styles from './keystrokeBuffer.module.css';

interface KeystrokeBuffer {
  /** Checks whether the keyboard is still held. */
  hasFocus(): boolean;
  /** Aborted when the keyboard goes elsewhere. */
  readonly left: AbortSignal;
  /** Returns the text typed so far, and whether the keyboard has gone elsewhere since; ends the holding. */
  take(): { readonly typed: string; readonly isLeft: boolean };
}

let bufferField: HTMLTextAreaElement | null = null;
registerStore('typing ahead', () => {
  if (bufferField) bufferField.value = '';
  bufferField?.parentElement?.remove();
  bufferField = null;
});

/** Begins to hold. The keyboard goes to a field over the bottom line that shows what it keeps, until `take`, or until the person goes on elsewhere. */
export function bufferKeystrokes(label: string): KeystrokeBuffer {
  const field = document.createElement('textarea');
  field.className = styles.field ?? '';
  field.setAttribute('aria-label', label);
  field.rows = 1;
  const hint = document.createElement('p');
  hint.textContent = 'Loading the conversation. Your text is kept.';
  const box = document.createElement('div');
  box.className = styles.box ?? '';
  box.dataset.keptText = '';
  box.append(field, hint);
  document.body.append(box);
  bufferField = field;
  field.focus({ preventScroll: true });
  const hasFocus = () => document.activeElement === field;
  const left = new AbortController();
  // A window that loses the keyboard keeps the field.
  field.addEventListener('blur', () => hasFocus() || left.abort());
  return {
    hasFocus,
    left: left.signal,
    take: () => {
      const taken = { typed: field.value, isLeft: !hasFocus() };
      box.remove();
      return taken;
    },
  };
}
