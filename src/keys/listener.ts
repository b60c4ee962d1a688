/** The one listener for keys of the window. It stands from the start, before there are commands: what is pressed until then is kept for them. */
import { dismissTooltips } from '../ui/Tooltip.tsx';
import type { KeyLayer } from './layer.ts';

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'Tab']);

const isMeant = (event: KeyboardEvent): boolean => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || modifiers.has(event.key)) return false;
  // The browser keeps its own; the palette's key is ours.
  return event.ctrlKey || event.metaKey ? event.key.toLowerCase() === 'k' : !event.altKey && !/^F\d/.test(event.key);
};

/** Begins to listen, before anything else hears a press. The returned function hands all presses to the key layer, those that were kept first. */
export function listenToKeys(): (layer: Pick<KeyLayer, 'press' | 'hold'>) => void {
  const pressed: KeyboardEvent[] = [];
  let layer: Pick<KeyLayer, 'press' | 'hold'> | null = null;
  const handle = (event: KeyboardEvent) => {
    dismissTooltips();
    if (layer) layer.press(event);
    else if (isMeant(event)) {
      event.preventDefault();
      event.stopPropagation();
      pressed.push(event);
    }
  };
  window.addEventListener('keydown', handle, { capture: true });
  return (given) => {
    layer = given;
    const [first, ...rest] = pressed.splice(0);
    // The browser no longer presses the button that had the keyboard: played again, its Enter does.
    if (first) given[first.target instanceof HTMLButtonElement ? 'hold' : 'press'](first);
    // What one press asks for (the palette) is there before the next is played: all at once, its letters would be keys of the pane.
    for (const event of rest) given.hold(event);
  };
}
