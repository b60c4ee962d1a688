/** Presses a key again that was held, where the keyboard is now, as the browser would have done with it. */
import type { KeyPress } from './layer.ts';

const isTextField = (target: Element): boolean => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Commands hear it first, then what has the keyboard; a field takes the letter, a button its Enter. */
export function replay(press: KeyPress): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = press;
  const target = document.activeElement ?? document.body;
  const modifierAltGraph = press.getModifierState?.('AltGraph') ?? false;
  const again = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, altKey, shiftKey, modifierAltGraph, bubbles: true, cancelable: true });
  if (!target.dispatchEvent(again) || (ctrlKey && !modifierAltGraph) || metaKey) return;
  // Deprecated, and the one way by which the field, its undo and whoever listens to it hear of a letter as if it were typed.
  if (isTextField(target) && key.length === 1) document.execCommand('insertText', false, key);
  else if (isTextField(target) && key === 'Backspace') document.execCommand('delete');
  else if (target instanceof HTMLTextAreaElement && key === 'Enter') document.execCommand('insertLineBreak');
  else if (target instanceof HTMLInputElement && key === 'Enter') target.form?.requestSubmit();
  else if (target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) target.click();
}
