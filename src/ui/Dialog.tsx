import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Float.module.css';

export type DialogProps = {
  open: boolean;
  /** Called with false on Escape or a press outside. Focus goes back to where it was. */
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence under the title; when absent the dialog is described by its title alone. */
  description?: string;
  /** Pixels; 480 unless said. */
  width?: number;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
};

/** The palette lies over a dialog: what is pressed there is no way out of the dialog beneath. */
const ignorePalettePress = (event: Event): void => {
  if (document.activeElement?.closest('[data-scope="palette"]')) event.preventDefault();
};

/** A dialog over a scrim, 18 % from the top. While it holds focus, letter keys are dead (KEYS.md 1): `data-scope="dialog"`. */
export function Dialog({ open, onOpenChange, title, description, width = 480, children, actions }: DialogProps) {
  const described = description === undefined ? { 'aria-describedby': undefined } : {};
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={styles.dialog}
          style={{ width }}
          data-scope="dialog"
          onEscapeKeyDown={ignorePalettePress}
          onInteractOutside={ignorePalettePress}
          {...described}
        >
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          {description === undefined ? null : <Radix.Description className={styles.description}>{description}</Radix.Description>}
          <div className={styles.body}>{children}</div>
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
