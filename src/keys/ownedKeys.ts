/** Keys that a focused control needs for itself: Enter on a button is the button's, an arrow in a menu the menu's. */
import type { OwnedKeys } from '#commands/core/types.ts';

const pressKeys =
  'button, a[href], summary, input, select, textarea, [role="button"], [role="link"], [role="checkbox"], [role="switch"], [role="option"], [role^="menuitem"]';
const moveKeys =
  'select, input[type="radio"], input[type="range"], audio, video, [role="menu"], [role="tablist"], [role="radiogroup"], [role="slider"], [role="separator"], [role="listbox"], [role="tree"]';

/** Returns the kinds of keys the element in focus handles itself. Text entry is a scope of its own and decides elsewhere. */
export const getOwnedKeys = (element: Element | null): OwnedKeys => ({
  press: element !== null && element.closest(pressKeys) !== null,
  move: element !== null && element.closest(moveKeys) !== null,
});
