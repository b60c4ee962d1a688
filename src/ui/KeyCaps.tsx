import { memo } from 'react';
import styles from './KeyCaps.module.css';
import { formatKeyCaps, formatSpokenKeys } from './keys.ts';
import { getKeysCommand, type KeySource, useKeys } from './useKeys.ts';

/** A single key cap with any text in it. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.cap}>{children}</kbd>;
}

/**
 * A binding of the keymap as key caps, nothing where there is none; screen readers hear its words. Pass `hidden` where the control already carries
 * aria-keyshortcuts.
 */
export const KeyCaps = memo(function KeyCaps({ keys, hidden = false }: { keys: KeySource; hidden?: boolean }) {
  const shown = useKeys(keys);
  if (!shown) return null;
  const caps = formatKeyCaps(shown);
  return (
    <span className={styles.caps} data-keys={shown} data-command={getKeysCommand(keys)}>
      {hidden ? null : <span className="sr-only">{formatSpokenKeys(shown)}</span>}
      {caps.map((cap, at) => (
        <kbd key={at} aria-hidden className={styles.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  );
});

/** A key and what it does, as in the bottom line: `e done`. */
export const KeyHint = memo(function KeyHint({ keys, children }: { keys: KeySource; children: string }) {
  if (useKeys(keys) === undefined) return null;
  return (
    <span className={styles.hint}>
      <KeyCaps keys={keys} />
      {children}
    </span>
  );
});
