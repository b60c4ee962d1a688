/** Keys as people remap them: `e`, `g i`, `mod+shift+enter` (KEYS.md). */
import type { Keymap } from '#contract/me/entities.ts';
import { AppError } from '../../http/errors.ts';
import { formatFieldPath } from '../../http/requestParser.ts';

const modifiers = ['mod', 'ctrl', 'alt', 'shift', 'meta'];
const named = /^(?:[^\s+]|plus|enter|escape|tab|space|backspace|delete|insert|home|end|pageup|pagedown|up|down|left|right|f(?:[1-9]|1[0-2]))$/;
const longest = 4;
const mostOverrides = 500;

/** True for one stroke: modifiers, each once, and a key at the end. */
function isStroke(stroke: string): boolean {
  const parts = stroke.split('+');
  const key = parts.pop() ?? '';
  return named.test(key) && !modifiers.includes(key) && parts.every((part) => modifiers.includes(part)) && new Set(parts).size === parts.length;
}

/** True for a sequence of one to four strokes, one space between. */
export function isKeySequence(sequence: string): boolean {
  const strokes = sequence.split(' ');
  return strokes.length <= longest && strokes.every(isStroke);
}

/** Refuses a keymap with keys that cannot be typed. */
export function checkKeymap(keymap: Keymap): void {
  const entries = Object.entries(keymap.overrides);
  if (entries.length > mostOverrides) throw new AppError('invalid', { field: 'overrides', message: `At most ${mostOverrides} commands` });
  for (const [command, sequences] of entries) {
    const at = sequences.findIndex((sequence) => !isKeySequence(sequence));
    if (at >= 0)
      throw new AppError('invalid', { field: formatFieldPath(['overrides', command]), message: 'Invalid shortcut. Use keys like e, g i or mod+enter.' });
  }
}

/** Keymap of a user who never changed a key. */
export const defaultKeymap: Keymap = { preset: 'keyline', singleKeys: true, overrides: {} };
