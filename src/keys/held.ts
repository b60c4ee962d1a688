/** Keys pressed between the first rows and the commands: kept, and heard when the commands are there. Nobody types into nothing. */
import type { KeyLayer } from './layer.ts';

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'Tab']);

const isMeant = (event: KeyboardEvent): boolean => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || modifiers.has(event.key)) return false;
  // The browser keeps its own; the palette's key is ours.
  return event.ctrlKey || event.metaKey ? event.key.toLowerCase() === 'k' : !event.altKey && !/^F\d/.test(event.key);
};

/** Begins to keep presses. The returned function hands them to the key layer, which listens itself from then on. */
export function holdKeys(): (layer: Pick<KeyLayer, 'press'>) => void {
  const held: KeyboardEvent[] = [];
  const hold = (event: KeyboardEvent) => {
    if (!isMeant(event)) return;
    event.preventDefault();
    event.stopPropagation();
    held.push(event);
  };
  window.addEventListener('keydown', hold, { capture: true });
  return (layer) => {
    window.removeEventListener('keydown', hold, { capture: true });
    for (const event of held.splice(0)) layer.press(event);
  };
}
