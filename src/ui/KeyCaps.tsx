import { memo } from 'react';
import styles from './KeyCaps.module.css';
import { formatKeyCaps, formatSpokenKeys } from './keys.ts';

/** A single key cap with any text in it. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.cap}>{children}</kbd>;
}

/** A binding of the keymap as key caps; screen readers hear its words. Pass `hidden` where the control already carries aria-keyshortcuts. */
export const KeyCaps = memo(function KeyCaps({ keys, hidden = false }: { keys: string; hidden?: boolean }) {
  const caps = formatKeyCaps(keys);
  return (
    <span className={styles.caps}>
      {hidden ? null : <span className="sr-only">{formatSpokenKeys(keys)}</span>}
      {caps.map((cap, at) => (
        <kbd key={at} aria-hidden className={styles.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  );
});

/** A key and what it does, as in the bottom line: `e done`. */
export const KeyHint = memo(function KeyHint({ keys, children }: { keys: string; children: string }) {
  return (
    <span className={styles.hint}>
      <KeyCaps keys={keys} />
      {children}
    </span>
  );
});
