import { type ComponentProps, type ReactNode, type Ref, useId, useLayoutEffect, useRef } from 'react';
import { useFieldWiring } from './Field.tsx';
import { Icon, type IconName } from './Icon.tsx';
import styles from './inputs.module.css';
import { KeyCaps } from './KeyCaps.tsx';
import type { KeySource } from './useKeys.ts';

export type TextInputProps = Omit<ComponentProps<'input'>, 'className' | 'size'> & {
  icon?: IconName /** Digits and ids: the mono face. */;
  mono?: boolean /** The key that leads here, shown at the end while empty. */;
  keys?: KeySource;
  ref?: Ref<HTMLInputElement>;
};

/** One line of text. Give it a Field, or an `aria-label`. */
export function TextInput({ icon, mono = false, keys, type = 'text', ...rest }: TextInputProps) {
  return (
    <span className={styles.box}>
      {icon ? <Icon name={icon} tone="muted" /> : null}
      <input {...useFieldWiring()} {...rest} type={type} className={`${styles.input} ${mono ? styles.mono : ''}`} />
      <KeyCaps keys={keys} hidden />
    </span>
  );
}

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'rows'> & {
  /** Lines before it grows. */ minRows?: number /** Lines after which it scrolls. */;
  maxRows?: number /** Without a box of its own, for a composer that draws one. */;
  bare?: boolean;
  /** Digits and words that stand beneath each other. */
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
};

/** Text of several lines; grows with what is written. */
export function TextArea({ minRows = 2, maxRows = 12, bare = false, mono = false, value, ref, ...rest }: TextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const maxHeight = maxRows * 20 + (bare ? 0 : 14);
  // Also where `field-sizing` is unknown: height follows content, measured after each change.
  useLayoutEffect(() => {
    const area = own.current;
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, maxHeight)}px`;
  });
  const attach = (node: HTMLTextAreaElement | null) => {
    own.current = node;
    if (typeof ref === 'function') return ref(node);
    if (ref) ref.current = node;
  };
  return (
    <textarea
      {...useFieldWiring()}
      {...rest}
      value={value}
      ref={attach}
      rows={minRows}
      style={{ maxHeight, minHeight: minRows * 20 + (bare ? 0 : 14) }}
      className={`${styles.area} ${bare ? styles.bare : styles.framed} ${mono ? styles.mono : ''}`}
    />
  );
}

export type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> & {
  children: ReactNode /** Some of what it stands for is on. */;
  mixed?: boolean;
  keys?: KeySource;
};

/** A box that is on, off or mixed, with its label. */
export function Checkbox({ children, mixed = false, keys, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <span className={styles.checkLine}>
      <input {...rest} ref={box} id={rest.id ?? id} type="checkbox" className={styles.check} />
      <label htmlFor={rest.id ?? id}>{children}</label>
      <KeyCaps keys={keys} hidden />
    </span>
  );
}

export type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'children'> & {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  placeholder?: string;
};

/** The platform's own list of choices. */
export function Select({ options, placeholder, ...rest }: SelectProps) {
  return (
    <span className={styles.selectBox}>
      <select {...useFieldWiring()} {...rest} className={styles.select}>
        {placeholder === undefined ? null : (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevrons-up-down" tone="muted" size={14} />
    </span>
  );
}
