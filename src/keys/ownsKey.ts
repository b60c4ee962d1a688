/** Keys that a focused control needs for itself: Enter on a button is the button's, an arrow in a menu the menu's. */

const pressKeys =
  'button, a[href], summary, input, select, textarea, [role="button"], [role="link"], [role="checkbox"], [role="switch"], [role="option"], [role^="menuitem"]';
const moveKeys =
  'select, input[type="radio"], input[type="range"], audio, video, [role="menu"], [role="tablist"], [role="radiogroup"], [role="slider"], [role="separator"], [role="listbox"], [role="tree"]';

/** Checks whether the control in focus handles this step itself. Text entry is a scope of its own and decides elsewhere. */
export function ownsKey(target: EventTarget | null, step: string): boolean {
  if (!(target instanceof Element)) return false;
  if (step === 'enter' || step === 'space') return target.closest(pressKeys) !== null;
  if (/^(shift\+)?(arrow(up|down|left|right)|home|end|pageup|pagedown)$/.test(step)) return target.closest(moveKeys) !== null;
  return false;
}
