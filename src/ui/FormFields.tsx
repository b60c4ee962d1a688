/** Fields of a form, drawn from a table: one `typed` callback with the field's name and its text. */
import { Field } from './Field.tsx';
import { TextArea, TextInput } from './inputs.tsx';

export interface FormField<N extends string> {
  readonly name: N;
  readonly label: string;
  /** Characters at most. */
  readonly max: number;
  readonly hint?: string;
  readonly type?: 'text' | 'email' | 'date' | 'tel';
  /** The browser's `autocomplete`; off where it is left out. */
  readonly autoComplete?: string;
  readonly isMono?: boolean;
  /** The keys of a phone are digits. */
  readonly isNumeric?: boolean;
  /** Lines of a text area; one line of text where it is left out. */
  readonly lines?: number;
}

interface FormFieldsProps<N extends string> {
  readonly fields: readonly FormField<N>[];
  readonly values: { readonly [P in N]: string };
  /** Returns the message of a refused field. */
  readonly errorOf?: (name: N) => string | undefined;
  readonly readOnly?: boolean;
  readonly onType: (name: N, text: string) => void;
}

export function FormFields<N extends string>({ fields, values, errorOf, readOnly = false, onType }: FormFieldsProps<N>) {
  return fields.map(({ name, label, max, hint, type = 'text', autoComplete = 'off', isMono = false, isNumeric = false, lines }) => {
    const shared = { name, 'data-field': name, maxLength: max, readOnly, value: values[name] };
    return (
      <Field key={name} label={label} hint={hint} error={errorOf?.(name)}>
        {lines === undefined ? (
          <TextInput
            {...shared}
            type={type}
            mono={isMono}
            inputMode={isNumeric ? 'numeric' : undefined}
            autoComplete={autoComplete}
            onChange={({ target }) => onType(name, target.value)}
          />
        ) : (
          <TextArea {...shared} minRows={lines} onChange={({ target }) => onType(name, target.value)} />
        )}
      </Field>
    );
  });
}
