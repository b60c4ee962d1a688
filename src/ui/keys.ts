/** Formats a key binding of the keymap (`mod+k`, `g i`, `mod+shift+enter`, `?`) for a key cap, for speech, and for assistive technology. */

type Platform = 'mac' | 'other';

/** The platform of this browser: decides what `mod` is. */
export const getPlatform = (): Platform => (typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform) ? 'mac' : 'other');

const glyphs: Record<string, Record<Platform, string>> = {
  mod: { mac: '⌘', other: 'Ctrl' },
  meta: { mac: '⌘', other: 'Win' },
  ctrl: { mac: '⌃', other: 'Ctrl' },
  control: { mac: '⌃', other: 'Ctrl' },
  alt: { mac: '⌥', other: 'Alt' },
  shift: { mac: '⇧', other: '⇧' },
  enter: { mac: '⏎', other: '⏎' },
  tab: { mac: '⇥', other: '⇥' },
  escape: { mac: 'esc', other: 'esc' },
  esc: { mac: 'esc', other: 'esc' },
  space: { mac: 'space', other: 'space' },
  backspace: { mac: '⌫', other: '⌫' },
  delete: { mac: '⌦', other: 'del' },
  arrowup: { mac: '↑', other: '↑' },
  arrowdown: { mac: '↓', other: '↓' },
  arrowleft: { mac: '←', other: '←' },
  arrowright: { mac: '→', other: '→' },
  pageup: { mac: 'PgUp', other: 'PgUp' },
  pagedown: { mac: 'PgDn', other: 'PgDn' },
  home: { mac: 'Home', other: 'Home' },
  end: { mac: 'End', other: 'End' },
};

const spoken: Record<string, string> = {
  '⏎': 'Enter',
  '⇥': 'Tab',
  '⇧': 'Shift',
  '⌘': 'Command',
  '⌃': 'Control',
  '⌥': 'Option',
  '⌫': 'Backspace',
  '⌦': 'Delete',
  '↑': 'Up',
  '↓': 'Down',
  '←': 'Left',
  '→': 'Right',
  Ctrl: 'Control',
  esc: 'Escape',
  '?': 'question mark',
  '!': 'exclamation mark',
  '#': 'hash',
  '.': 'period',
  ',': 'comma',
  '/': 'slash',
  ';': 'semicolon',
  ':': 'colon',
  '[': 'left bracket',
  ']': 'right bracket',
  '=': 'equals',
  '*': 'asterisk',
  '>': 'greater than',
};

/** The keys pressed together in one step; `+` itself is the last one of `mod++` or stands alone. */
const splitStep = (step: string): string[] => (step === '+' ? ['+'] : step.endsWith('++') ? [...step.slice(0, -2).split('+'), '+'] : step.split('+'));

/** One text per key cap: `mod+k` is one cap (⌘K, Ctrl K), `g i` two. */
export function formatKeyCaps(keys: string, on: Platform = getPlatform()): string[] {
  return keys
    .trim()
    .split(/\s+/)
    .map((step) => {
      const parts = splitStep(step).map((part) => glyphs[part.toLowerCase()]?.[on] ?? (part.length === 1 ? part : part[0]?.toUpperCase() + part.slice(1)));
      const joined = parts.length > 1 ? parts.map((part) => (part.length === 1 ? part.toUpperCase() : part)) : parts;
      return joined.join(on === 'mac' || !joined.some((part) => part.length > 1) ? '' : ' ');
    });
}

/** Returns the words a screen reader should say: `mod+k` → "Command K", `g i` → "G then I". */
export function formatSpokenKeys(keys: string, on: Platform = getPlatform()): string {
  return keys
    .trim()
    .split(/\s+/)
    .map((step) =>
      splitStep(step)
        .map((part) => glyphs[part.toLowerCase()]?.[on] ?? part)
        .map((part) => spoken[part] ?? (part.length === 1 ? part.toUpperCase() : part))
        .join(' '),
    )
    .join(' then ');
}

const ariaNames: Record<string, string> = {
  ctrl: 'Control',
  esc: 'Escape',
  space: 'Space',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  pageup: 'PageUp',
  pagedown: 'PageDown',
};

/** The value of `aria-keyshortcuts`; undefined for a chord of several steps, which the attribute cannot express. */
export function formatAriaKeys(keys: string | undefined, on: Platform = getPlatform()): string | undefined {
  if (!keys || /\s/.test(keys.trim())) return undefined;
  return splitStep(keys.trim())
    .map((part) =>
      part.toLowerCase() === 'mod'
        ? on === 'mac'
          ? 'Meta'
          : 'Control'
        : (ariaNames[part.toLowerCase()] ?? (part.length === 1 ? part.toUpperCase() : part[0]?.toUpperCase() + part.slice(1))),
    )
    .join('+');
}
