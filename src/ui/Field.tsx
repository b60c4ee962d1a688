import { createContext, type ReactNode, use, useId } from 'react';
import styles from './Field.module.css';

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
const FieldWiring = createContext<Wiring | null>(null);

export type FieldProps = {
  label: string;
  /** Error in words; spoken with the control and announced when it appears. */
  error?: string | null | undefined;
  /** Help shown before any error. */
  hint?: ReactNode;
  /** At the end of the label's line, for instance a count. */
  aside?: ReactNode;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
  children: ReactNode;
};

/** A label, one control and its error; the controls of this folder find the wiring by themselves. */
export function Field({ label, error, hint, aside, labelHidden = false, children }: FieldProps) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={labelHidden ? 'sr-only' : styles.labelLine}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside ? <span className={styles.aside}>{aside}</span> : null}
      </div>
      <FieldWiring value={{ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined }}>{children}</FieldWiring>
      {hint ? (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      ) : null}
      <div id={`${id}-error`} role="alert" className={error ? styles.error : undefined}>
        {error}
      </div>
    </div>
  );
}

/** The id and ARIA attributes of the field around a control; empty outside one. */
export const useFieldWiring = (): Partial<Wiring> => use(FieldWiring) ?? {};
