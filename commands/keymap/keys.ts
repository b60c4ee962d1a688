/** Keys as text. A binding is steps with a space between: `g i`, `mod+enter`, `shift+j`, `?`. A step is what was typed, not where the key lies. */

/** Fields of a keyboard event that matter; a DOM KeyboardEvent has them. */
export interface Keystroke {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing?: boolean;
  readonly keyCode?: number;
  getModifierState?(name: string): boolean;
}
export type Platform = 'mac' | 'other';

const ignoredKeys = new Set([
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'Fn',
  'FnLock',
  'Dead',
  'Process',
  'Unidentified',
  'Compose',
  'Hyper',
  'Super',
  'OS',
]);

const isLetter = (character: string): boolean => character.toLowerCase() !== character.toUpperCase();
const isAscii = (character: string): boolean => character.charCodeAt(0) < 128;
/** The character printed on a key of the US layout, from its code: `KeyK` → k, `Digit1` → 1. */
const fromCode = (code: string): string | null => /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ?? null;

/** AltGr writes characters in many layouts; Windows reports it as Ctrl and Alt together. Then the character counts, not the modifiers. */
const isAltGr = (press: Keystroke, platform: Platform): boolean =>
  press.getModifierState?.('AltGraph') === true || (platform === 'other' && press.ctrlKey && press.altKey && press.key.length === 1);

function getBaseKey(press: Keystroke, hasCommand: boolean, altComposed: boolean): string | null {
  if (press.key === ' ') return 'space';
  if (press.key.length > 1) return press.key === 'Esc' ? 'escape' : press.key.toLowerCase();
  // ⌥K types ˚ on a Mac; ⌘ with a Cyrillic layout types л. In both the key cap is meant.
  if (altComposed || (hasCommand && !isAscii(press.key))) return fromCode(press.code);
  return press.key.toLowerCase();
}

/** One press as a step of a binding; null for a modifier alone, a dead key, or while an input method composes. */
export function toStep(press: Keystroke, platform: Platform): string | null {
  if (press.isComposing || press.keyCode === 229 || ignoredKeys.has(press.key)) return null;
  const altGr = isAltGr(press, platform);
  const ctrl = press.ctrlKey && !altGr;
  const alt = press.altKey && !altGr;
  const mod = platform === 'mac' ? press.metaKey : ctrl;
  const other = platform === 'mac' ? ctrl : press.metaKey;
  const base = getBaseKey(press, mod || other, alt && platform === 'mac' && press.key.length === 1 && !isAscii(press.key));
  if (base === null) return null;
  // Shift made a sign (? ! #) is part of the sign; a letter keeps it, whatever Caps Lock does.
  const shift = press.shiftKey && (base.length > 1 || isLetter(base) || mod || alt);
  return [mod && 'mod', other && (platform === 'mac' ? 'ctrl' : 'meta'), alt && 'alt', shift && 'shift', base].filter((part) => part !== false).join('+');
}

/** The steps of a binding. */
export const splitSteps = (keys: string): string[] => keys.trim().split(/\s+/);
/** The modifiers and the key of a step; `+` itself may be the key. */
function splitStep(step: string): { modifiers: string[]; key: string } {
  const at = step.endsWith('+') ? step.length - 1 : step.lastIndexOf('+') + 1;
  return {
    modifiers: step
      .slice(0, Math.max(0, at - 1))
      .split('+')
      .filter((part) => part !== ''),
    key: step.slice(at),
  };
}

/** A step that would write a character into a field. */
export function isCharacterStep(step: string): boolean {
  const { modifiers, key } = splitStep(step);
  return (key.length === 1 || key === 'space') && !modifiers.some((modifier) => modifier !== 'shift');
}
/** A binding of which a step is a single character: switched off as a whole by a person's choice (WCAG 2.1.4). Space is a character too. */
export const isSingleKey = (keys: string): boolean => splitSteps(keys).some(isCharacterStep);

const modifierOrder = ['mod', 'ctrl', 'meta', 'alt', 'shift'];
const keyAliases: Record<string, string> = {
  esc: 'escape',
  return: 'enter',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
  ' ': 'space',
};
const namedKeys = new Set(
  [
    'enter',
    'escape',
    'space',
    'tab',
    'backspace',
    'delete',
    'home',
    'end',
    'pageup',
    'pagedown',
    'insert',
    'arrowup',
    'arrowdown',
    'arrowleft',
    'arrowright',
  ].concat(Array.from({ length: 12 }, (_, at) => `f${at + 1}`)),
);

/** Reads keys as a person or a document writes them; null when a step is no key. `Shift+J` → `shift+j`, `Esc` → `escape`. */
export function parseKeys(written: string): string | null {
  if (written.trim() === '') return null;
  const steps: string[] = [];
  for (const step of splitSteps(written.toLowerCase())) {
    const { modifiers, key } = splitStep(step);
    const base = keyAliases[key] ?? key;
    if (!(base.length === 1 || namedKeys.has(base)) || modifiers.some((modifier) => !modifierOrder.includes(modifier))) return null;
    steps.push([...modifierOrder.filter((modifier) => modifiers.includes(modifier)), base].join('+'));
  }
  return steps.join(' ');
}
