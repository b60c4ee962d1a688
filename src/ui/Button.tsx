import type { ComponentProps, ReactNode, Ref } from 'react';
import styles from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';
import { KeyCaps } from './KeyCaps.tsx';
import { formatAriaKeys } from './keys.ts';
import { Tooltip } from './Tooltip.tsx';
import { getKeysCommand, type KeySource, useKeys } from './useKeys.ts';

export type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  children: ReactNode;
  /** One primary a view; danger where something is destroyed; quiet where the text alone is enough. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: IconName;
  /** The key that does the same, from the effective keymap. */
  keys?: KeySource;
  /** Work under way: the button keeps its width, says so, and takes no press. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** A verb. */
export function Button({ children, look = 'plain', icon, keys, busy = false, disabled, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`${styles.button} ${styles[look]}`}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      aria-keyshortcuts={formatAriaKeys(useKeys(keys))}
      data-command={getKeysCommand(keys)}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {icon ? <Icon name={icon} /> : null}
      <span>{children}</span>
      <KeyCaps keys={keys} hidden />
    </button>
  );
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
  name: IconName;
  /** Action of the button, as a verb; read by screen readers and shown as the tooltip. */
  label: string;
  keys?: KeySource;
  /** On or off, for a button that toggles. */
  pressed?: boolean;
  /** A dot that says something is new. */
  dot?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** An icon that acts, with its name and key in a tooltip. */
export function IconButton({ name, label, keys, pressed, dot = false, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <button
        {...rest}
        type={type}
        className={styles.iconButton}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={formatAriaKeys(useKeys(keys))}
        data-command={getKeysCommand(keys)}
      >
        <Icon name={name} />
        {dot ? <span className={styles.dot} /> : null}
      </button>
    </Tooltip>
  );
}
