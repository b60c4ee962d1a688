import { type Ref, useState } from 'react';
import styles from './CodeInput.module.css';
import { useFieldWiring } from './Field.tsx';

export type CodeInputProps = {
  /** The digits so far. */
  value: string;
  onChange: (digits: string) => void;
  /** Called once the last digit is in. */
  onComplete?: (digits: string) => void;
  /** Digits of the code; six unless said. */
  length?: number;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Needed where no Field is around it. */
  'aria-label'?: string;
  ref?: Ref<HTMLInputElement>;
};

/** Boxes for a one-time code over one real input: typing, pasting ("419 207"), correcting and the system's code filling all work as in any input. */
export function CodeInput({ value, onChange, onComplete, length = 6, disabled = false, ...rest }: CodeInputProps) {
  const [selected, setSelected] = useState<number | null>(null);
  // A code that was emptied from outside leaves the caret before the first box.
  const caret = selected === null ? null : Math.min(selected, value.length);
  const wiring = useFieldWiring();
  const change = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, length);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };
  return (
    <span className={styles.code} data-invalid={wiring['aria-invalid']}>
      <input
        {...wiring}
        {...rest}
        className={styles.input}
        value={value}
        disabled={disabled}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
        onFocus={(event) => setSelected(event.currentTarget.selectionStart)}
        onSelect={(event) => setSelected(event.currentTarget.selectionStart)}
        onBlur={() => setSelected(null)}
      />
      <span aria-hidden className={styles.boxes}>
        {Array.from({ length }, (_, at) => (
          <span key={at} className={styles.box} data-active={caret !== null && at === Math.min(caret, length - 1)}>
            {value[at] ?? (caret === at ? <span className={styles.caret} /> : null)}
          </span>
        ))}
      </span>
    </span>
  );
}
